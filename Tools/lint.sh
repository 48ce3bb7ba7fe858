#!/usr/bin/env bash
# Checks the format, file lengths, and the import rules of ARCHITECTURE.md.
set -euo pipefail
cd "$(dirname "$0")/.."

swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks

failed=0
printError() {
    echo "lint: $1" >&2
    failed=1
}

# The limit for the length of a file.
while IFS= read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 500 ] || printError "$file has $lines lines, expected at most 500"
done < <(git ls-files --cached --others --exclude-standard '*.swift' '*.js' '*.mjs' '*.py' '*.css' '*.c' '*.h' '*.sh')

# The length of comments, which swift-format leaves alone. Addresses cannot be wrapped.
while IFS=: read -r file line _; do
    printError "$file:$line has a comment of more than 120 characters"
done < <(git ls-files '*.swift' | LC_ALL=C.UTF-8 xargs grep -HnE '^.{121,}$' | grep -E '^[^:]+:[0-9]+: *//' | grep -v "https*:")

# allow TARGET MODULE…: restricts a target's imports of our own modules and of the fenced libraries to these.
fenced='ImageGeometry|TileEngine|DocumentModel|DocumentFormats|DocumentCheck|ClauseStore|DocumentLibrary|ExplorerServer|StaticSite|Facsimile|CVips|CZlib|CJPEG|CResample|CTIFF|CLinux|CCRC32|CMemory|CPageSeal|CPDF|COpenSSL|CExpat|GRDB|Hummingbird|NIO[A-Za-z]*|HTTPTypes|FileSupport|XMLReading|AsyncHTTPClient|ObjectStore|Publishing|Replica|WebDocuments|DocumentPDF|Viewer|ArgumentParser'
allow() {
    local target=$1
    shift
    local allowed=" $* "
    while IFS=: read -r file line import; do
        module=$(sed -E 's/.*import +((struct|class|enum|func|protocol|typealias) +)?([A-Za-z0-9_]+).*/\3/' <<<"$import")
        [[ $allowed == *" $module "* ]] || printError "$file:$line imports $module, which $target may not"
    done < <(grep -rnE "^ *((public|package|internal|private|fileprivate|@[a-zA-Z]+(\([a-z]+\))?) +)*import +.*\b($fenced)\b" "Sources/$target" --include='*.swift' || true)
}
documents='DocumentModel DocumentFormats DocumentCheck'
allow FileSupport COpenSSL
allow XMLReading CExpat
allow ImageGeometry CZlib CMemory
allow TileEngine ImageGeometry FileSupport CVips CJPEG CResample CTIFF CLinux CCRC32 NIOConcurrencyHelpers
allow DocumentModel ImageGeometry
allow DocumentFormats DocumentModel ImageGeometry FileSupport XMLReading
allow DocumentCheck DocumentModel ImageGeometry
allow ClauseStore $documents ImageGeometry FileSupport CCRC32 CPageSeal GRDB NIOConcurrencyHelpers
allow DocumentLibrary TileEngine ClauseStore $documents ImageGeometry FileSupport NIOConcurrencyHelpers
allow Viewer FileSupport
allow DocumentPDF CPDF FileSupport
allow WebDocuments DocumentPDF Viewer DocumentLibrary TileEngine ClauseStore $documents ImageGeometry FileSupport
allow ExplorerServer WebDocuments DocumentPDF DocumentLibrary TileEngine ClauseStore $documents ImageGeometry CZlib CLinux FileSupport Viewer Hummingbird \
    HTTPTypes NIOCore NIOPosix NIOConcurrencyHelpers NIOHTTPTypes NIOSSL NIOTLS HummingbirdCore NIOHPACK NIOHTTP2 NIOHTTPTypesHTTP2
allow Replica Publishing ExplorerServer DocumentLibrary TileEngine ObjectStore FileSupport NIOCore NIOConcurrencyHelpers
allow Facsimile ImageGeometry CVips ArgumentParser
allow ObjectStore AsyncHTTPClient FileSupport XMLReading NIOCore NIOHTTP1 NIOPosix NIOConcurrencyHelpers
allow Publishing ObjectStore DocumentLibrary TileEngine FileSupport NIOCore NIOConcurrencyHelpers
allow StaticSite WebDocuments DocumentLibrary TileEngine ClauseStore $documents ImageGeometry CLinux FileSupport Viewer \
    NIOConcurrencyHelpers
allow explore StaticSite ExplorerServer Viewer WebDocuments DocumentLibrary TileEngine ClauseStore $documents ImageGeometry ArgumentParser FileSupport \
    Publishing ObjectStore Replica NIOPosix NIOConcurrencyHelpers

# The imports between the viewer's folders. The table is in the script.
python3 -B Tools/viewer-imports.py || failed=1

if grep -rnE '^ *((public|package|internal) +)?import +Foundation' Sources/ImageGeometry; then
    printError "ImageGeometry imports Foundation, but it is a leaf"
fi
exit $failed
