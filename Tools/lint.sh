#!/usr/bin/env bash
# Format, file lengths, and the arrows of ARCHITECTURE.md: who may import whom.
set -euo pipefail
cd "$(dirname "$0")/.."

swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks

failed=0
complain() {
    echo "lint: $1" >&2
    failed=1
}

# No file of ours is too long to be read in one go.
while IFS= read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 500 ] || complain "$file has $lines lines, expected at most 500"
done < <(git ls-files --cached --others --exclude-standard '*.swift' '*.js' '*.py' '*.css' '*.c' '*.h' '*.sh')

# allow TARGET MODULE…: a target imports none of our modules and none of the fenced libraries but these.
fenced='ImageGeometry|TileEngine|ClauseStore|DocumentLibrary|ExplorerServer|StaticSite|Facsimile|CVips|CZlib|CJPEG|CResample|CTIFF|CLinux|CCRC32|CMemory|CPageSeal|COpenSSL|CExpat|GRDB|Hummingbird|NIO[A-Za-z]*|HTTPTypes|FileSupport|XMLReading|AsyncHTTPClient|ObjectStore|Publishing|Replica|ArgumentParser'
allow() {
    local target=$1
    shift
    local allowed=" $* "
    while IFS=: read -r file line import; do
        module=$(sed -E 's/.*import +((struct|class|enum|func|protocol|typealias) +)?([A-Za-z0-9_]+).*/\3/' <<<"$import")
        [[ $allowed == *" $module "* ]] || complain "$file:$line imports $module, which $target may not"
    done < <(grep -rnE "^ *((public|package|internal|private|fileprivate|@[a-zA-Z]+(\([a-z]+\))?) +)*import +.*\b($fenced)\b" "Sources/$target" --include='*.swift' || true)
}
allow FileSupport COpenSSL
allow XMLReading CExpat
allow ImageGeometry CCRC32 CMemory
allow TileEngine ImageGeometry CVips CJPEG CResample CTIFF CLinux CCRC32 NIOConcurrencyHelpers
allow ClauseStore ImageGeometry FileSupport XMLReading CCRC32 CPageSeal GRDB NIOConcurrencyHelpers
allow DocumentLibrary TileEngine ClauseStore ImageGeometry FileSupport NIOConcurrencyHelpers
allow ExplorerServer DocumentLibrary TileEngine ClauseStore ImageGeometry CZlib CLinux FileSupport Hummingbird HTTPTypes \
    NIOCore NIOPosix NIOConcurrencyHelpers NIOHTTPTypes NIOSSL HummingbirdCore
allow Replica Publishing ExplorerServer DocumentLibrary TileEngine ObjectStore FileSupport NIOCore NIOConcurrencyHelpers
allow Facsimile ImageGeometry CVips
allow ObjectStore AsyncHTTPClient FileSupport XMLReading NIOCore NIOHTTP1 NIOPosix NIOConcurrencyHelpers
allow Publishing ObjectStore DocumentLibrary TileEngine FileSupport NIOCore NIOConcurrencyHelpers
allow StaticSite ExplorerServer DocumentLibrary TileEngine ClauseStore ImageGeometry CLinux FileSupport NIOCore \
    NIOConcurrencyHelpers
allow explore StaticSite ExplorerServer DocumentLibrary TileEngine ClauseStore ImageGeometry Facsimile ArgumentParser \
    Publishing ObjectStore Replica NIOCore NIOPosix NIOConcurrencyHelpers

if grep -rnE '^ *((public|package|internal) +)?import +Foundation' Sources/ImageGeometry; then
    complain "ImageGeometry imports Foundation, but it is a leaf"
fi
exit $failed
