import Foundation
import Testing

@testable import ObjectStore

@Suite("StoreCredentials and StoreOptions")
struct StoreCredentialsTests {
    /// A folder with the two shared files, and an environment that points to them.
    private struct Files {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-profile-\(UUID().uuidString)")
        var environment: [String: String]

        func remove() { try? FileManager.default.removeItem(at: folder) }

        init(credentials: String? = nil, config: String? = nil) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            environment = [
                "AWS_SHARED_CREDENTIALS_FILE": folder.appending(path: "credentials").path(),
                "AWS_CONFIG_FILE": folder.appending(path: "config").path(), "HOME": folder.path(),
            ]
            if let credentials { try Data(credentials.utf8).write(to: folder.appending(path: "credentials")) }
            if let config { try Data(config.utf8).write(to: folder.appending(path: "config")) }
        }
    }

    private static let shared = """
        # a comment
        [default]
        aws_access_key_id = AKIADEFAULT
        aws_secret_access_key=secret=with=equals

        [ press ]
        aws_access_key_id=AKIAPRESS
        AWS_SECRET_ACCESS_KEY =  hush
        aws_session_token = token
        s3 =
            max_concurrent_requests = 20
        """

    @Test("Values and names keep every Unicode scalar")
    func scalars() throws {
        let text = "[a \u{301}b]\r\nname =\u{301}x \u{36F}\r\n#\u{301}\n;\u{301}\n\u{301}other = y \n"
        let values = try ProfileFile(text: text, path: "f").sections["a \u{301}b"]
        #expect(values.map { Array(($0["name"] ?? "").unicodeScalars) } == ["\u{301}", "x", " ", "\u{36F}"])
        #expect(values?["\u{301}other"] == "y" && values?.count == 2)
    }

    @Test("The environment takes precedence over the files, and a flag's profile over both")
    func order() throws {
        var files = try Files(credentials: Self.shared)
        defer { files.remove() }
        #expect(try StoreCredentials(environment: files.environment).secretAccessKey == "secret=with=equals")
        files.environment["AWS_PROFILE"] = "press"
        let press = try StoreCredentials(environment: files.environment)
        #expect(press.accessKeyID == "AKIAPRESS" && press.secretAccessKey == "hush" && press.sessionToken == "token")
        files.environment["AWS_ACCESS_KEY_ID"] = "AKIAENVIRONMENT"
        files.environment["AWS_SECRET_ACCESS_KEY"] = "e"
        #expect(try StoreCredentials(environment: files.environment).accessKeyID == "AKIAENVIRONMENT")
        #expect(try StoreCredentials(profile: "default", environment: files.environment).accessKeyID == "AKIADEFAULT")
    }

    @Test("Profiles in the configuration file have a prefix, and provide region and endpoint")
    func configuration() throws {
        let files = try Files(
            credentials: Self.shared,
            config: """
                [default]
                region = eu-central-1
                [profile press]
                endpoint_url = https://objects.example.org
                [press]
                region = wrong
                """)
        defer { files.remove() }
        let press = try StoreOptions(profile: "press", environment: files.environment)
        #expect(press.endpoint?.description == "https://objects.example.org")
        #expect(press.region == "us-east-1")
        #expect(try StoreOptions(environment: files.environment).region == "eu-central-1")
        var environment = files.environment
        environment["AWS_DEFAULT_REGION"] = "a-2"
        #expect(try StoreOptions(environment: environment).region == "a-2")
        environment["AWS_REGION"] = "a-1"
        environment["AWS_ENDPOINT_URL"] = "http://one"
        #expect(try StoreOptions(environment: environment).region == "a-1")
        environment["AWS_ENDPOINT_URL_S3"] = "http://two"
        #expect(try StoreOptions(environment: environment).endpoint?.description == "http://two")
        let flags = try StoreOptions(endpoint: "http://three", region: "a-0", environment: environment)
        #expect(flags.endpoint?.description == "http://three" && flags.region == "a-0")
    }

    @Test(
        "An error names the file and line without repeating its content",
        arguments: [
            "[default\naws_secret_access_key = hush", "aws_secret_access_key = hush", "[default]\nhush hush",
        ])
    func faults(_ text: String) throws {
        let files = try Files(credentials: text)
        defer { files.remove() }
        #expect { try StoreCredentials(environment: files.environment) } throws: { error in
            "\(error)".contains("credentials:") && "\(error)".contains("expected") && !"\(error)".contains("hush")
        }
    }

    @Test("The error for missing credentials names the places that were searched")
    func missingCredentials() throws {
        let files = try Files()
        defer { files.remove() }
        #expect { try StoreCredentials(environment: files.environment) } throws: { error in
            "\(error)".hasPrefix("no credentials, expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile")
        }
        #expect { try StoreCredentials(profile: "nobody", environment: files.environment) } throws: { error in
            "\(error)".hasPrefix("the profile 'nobody' is in neither ")
        }
        #expect { try StoreCredentials(environment: ["AWS_ACCESS_KEY_ID": "a"]) } throws: { error in
            "\(error)".hasPrefix("AWS_SECRET_ACCESS_KEY is not set")
        }
        let nowhere = ["AWS_SHARED_CREDENTIALS_FILE": "/dev/null", "AWS_CONFIG_FILE": "/dev/null"]
        #expect(throws: StoreError.self) { try StoreCredentials(environment: nowhere) }
        let sso = try Files(config: "[profile a]\nsso_session = b\n[default]\n")
        defer { sso.remove() }
        #expect { try StoreCredentials(profile: "a", environment: sso.environment) } throws: { error in
            "\(error)".contains("has sso_session, expected aws_access_key_id")
        }
    }

    @Test("Credentials are never shown, however they are printed")
    func redaction() throws {
        let credentials = try StoreCredentials(
            accessKeyID: "AKIAIOSFODNN7", secretAccessKey: "hush", sessionToken: "hushed")
        var dumped = ""
        dump(credentials, to: &dumped)
        dump([credentials as Any], to: &dumped)
        for text in ["\(credentials)", String(reflecting: credentials), String(describing: [credentials]), dumped] {
            #expect(!text.contains("hush") && !text.contains("IOSFODNN7"), "\(text)")
        }
        #expect(throws: StoreError.self) { try StoreCredentials(accessKeyID: "a\r\nb", secretAccessKey: "c") }
    }

    @Test("A file that is not a profile file is refused", arguments: [Data([0xFF, 0xFE, 0x5B]), Data(count: 2 << 20)])
    func invalidFile(_ bytes: Data) throws {
        let files = try Files()
        defer { files.remove() }
        try bytes.write(to: files.folder.appending(path: "credentials"))
        #expect(throws: StoreError.self) { try StoreCredentials(environment: files.environment) }
    }
}
