// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The house in one screen. A folder under Plugins/ is a feature; `feature` gives it its target, its Contract
// (what other features may import of it) and its tests. Settings are the same for all and applied at the end.

/// A system library: a module map and a shim, nothing else. One that is loaded late needs no package.
func library(_ name: String, apt package: String? = nil) -> [Target] {
  [.systemLibrary(name: name, path: "Sources/\(name)", providers: package.map { [.apt([$0])] })]
}

/// C of our own that goes into the program.
func code(_ name: String) -> [Target] { [.target(name: name, path: "Sources/\(name)")] }

/// A floor of the platform, which is a folder of `Sources`. It imports the floors below it alone.
func floor(_ name: String, _ targets: [[Target]]) -> [[Target]] {
  for target in targets.joined() where target.type != .test { target.path = "Sources/\(name)/\(target.name)" }
  return targets
}

/// A part of the platform, with its tests.
///
/// The libraries it links go into the program itself: scripts start it thousands of times, and nothing then has to be
/// found and linked at each start.
func platform(
  _ name: String, _ dependencies: [String] = [], linking archives: [String] = [], migrations: Bool = false,
  embedding folders: [String] = [], excluding others: [String] = [], in folder: String = "Sources",
  tests: [String]? = []
) -> [Target] {
  var targets: [Target] = [
    .target(
      name: name, dependencies: dependencies.map { .byName(name: $0) }, path: "\(folder)/\(name)", exclude: others,
      resources: ((migrations ? ["Migrations"] : []) + folders).map { .embedInCode($0) },
      linkerSettings: archives.map { .linkedLibrary($0) })
  ]
  if let tests {
    targets.append(suite("\(name)Tests", [name] + dependencies.filter { $0.hasPrefix("Qix") } + tests))
  }
  return targets
}

/// What `QixModule` brings; named too, so that a change of it reaches every feature in every build.
let platformOfModules = ["QixCommands", "QixFormats", "QixKernel", "QixStorage", "QixTerminal"]

/// A feature of `Plugins/`, its Contract where other features need it, and its tests. What lies in the folders of
/// `embedding` goes into the program.
func feature(
  _ name: String, _ dependencies: [String] = [], contract: [String]? = nil, migrations: Bool = false,
  embedding folders: [String] = [], tests: [String] = []
) -> [Target] {
  var targets: [Target] = []
  var own = ["QixModule"] + platformOfModules + dependencies
  if let contract {
    targets.append(
      .target(
        name: "\(name)Contract", dependencies: contract.map { .byName(name: $0) }, path: "Plugins/\(name)/Contract"))
    own.append("\(name)Contract")
  }
  targets.append(
    .target(
      name: name, dependencies: own.map { .byName(name: $0) }, path: "Plugins/\(name)",
      exclude: ["README.md"] + (contract == nil ? [] : ["Contract"]) + pages(of: name),
      resources: ((migrations ? ["Migrations"] : []) + folders).map { .embedInCode($0) }))
  targets.append(suite("\(name)Tests", [name] + own + ["QixTesting"] + tests))
  return targets
}

/// The sources of a feature's web pages, and the link by which they import what all pages share: scripts/pages.py puts
/// them into the program.
func pages(of name: String) -> [String] {
  ["Pages", "ground"].filter {
    FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Plugins/\(name)/\($0)")
  }
}

/// A type of shake, with or without tables and messages in other languages: a feature that knows of the platform what
/// `QixShake` brings, and of other features Contracts alone.
func shake(
  _ name: String, platform: [String] = [], contracts: [String] = [], tests: [String] = []
) -> [Target] {
  func has(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Plugins/\(name)/\(folder)")
  }
  return feature(
    name, ["QixShake", "QixLens"] + platform + contracts + ["CampaignsContract", "IdentityContract"],
    migrations: has("Migrations"), embedding: ["Messages"].filter(has), tests: ["QixCatalog"] + tests)
}

/// Tests, in a folder of their target's name. Their golden files and samples are no sources.
func suite(_ name: String, _ dependencies: [String]) -> Target {
  let folder = "\(Context.packageDirectory)/Tests/\(name)"
  return .testTarget(
    name: name, dependencies: Set(dependencies).sorted().map { .byName(name: $0) }, path: "Tests/\(name)",
    exclude: ["Golden", "Samples"].filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)") })
}

func program(_ name: String, _ dependencies: [String], path: String) -> [Target] {
  [.executableTarget(name: name, dependencies: dependencies.map { .byName(name: $0) }, path: path)]
}

let libraries = floor(
  "Libraries",
  [
    library("CSQLite", apt: "libsqlite3-dev"), library("CSodium", apt: "libsodium-dev"),
    library("COpenSSL", apt: "libssl-dev"),
    // The process: its protection, its sockets, its heap.
    code("CProcess"),
    // Checksums of pages, below SQLite, and the memory that SQLite begins with.
    code("CPageChecks"), code("CSQLiteArena"),
    // A disk that fails where a test says.
    code("CFaults"),
    // libcurl's variadic functions.
    code("CCurl"),
    // Interfaces of libraries that are loaded at their first use; scripts/late.sh compiles what is behind them.
    library("CHTTP"), library("CPhone"), library("CPicture"), library("CMedia"), library("CBarcode"), library("CScan"),
    library("COCR"), library("CTesseract"), library("CSound"),
  ])

let kernel = floor(
  "Kernel",
  [
    platform("QixKernel", tests: ["QixTesting"]),
    platform("QixFormats", ["QixKernel"], tests: ["QixTesting"]),
    // Libraries that are loaded at their first use.
    platform("QixLibraries", ["QixKernel"]),
    // Time zones, and rules of what repeats.
    platform("QixCalendar", ["QixKernel"], tests: ["QixTesting"]),
    platform(
      "QixCrypto", ["QixKernel", "CSodium", "COpenSSL", "CProcess"], linking: [":libsodium.a", ":libcrypto.a"],
      tests: ["QixFormats", "QixTesting"]),
    platform("QixAge", ["QixKernel", "QixCrypto"], tests: ["QixTesting"]),
    // Signed tokens, over OpenSSL's signatures.
    platform("QixTokens", ["QixKernel", "QixCrypto", "QixFormats", "QixLibraries"], tests: ["QixTesting"]),
    platform("QixPhone", ["QixKernel", "QixLibraries", "CPhone"], tests: ["QixTesting"]),
    // GS1's numbers, elements and addresses.
    platform("QixGS1", [], tests: ["QixTesting"]),
  ])

let storage = floor(
  "Storage",
  [
    platform(
      "QixStorage", ["QixKernel", "QixCrypto", "CSQLite", "CPageChecks", "CSQLiteArena"],
      linking: [":libsqlite3.a", "m"], migrations: true, tests: ["CSQLite", "QixCommands", "QixTerminal", "QixTesting"])
  ])

/// What a command is, whoever runs it.
let commands = floor(
  "Commands",
  [
    platform(
      "QixCommands", ["QixKernel", "QixFormats", "QixCrypto", "QixCalendar"], embedding: ["Messages"], tests: nil)
  ])

let faces = floor(
  "Faces",
  [
    platform(
      "QixTerminal", ["QixKernel", "QixFormats", "QixCrypto", "QixCalendar", "QixCommands"], tests: ["QixTesting"]),
    // libmicrohttpd, with a filter in front of it.
    platform("QixHTTP", ["QixKernel", "QixLibraries", "CHTTP"], tests: ["QixLibraries", "QixStorage", "QixTesting"]),
    platform("QixNetwork", ["QixKernel", "QixCrypto", "QixLibraries", "CCurl"], tests: ["QixTesting"]),
    // Web pages: where their files come from, and what all of them share.
    platform("QixPages", ["QixKernel", "QixFormats"], excluding: ["Pages"], tests: ["QixTesting"]),
  ])

let media = floor(
  "Media",
  [
    // Libraries that decode pictures, and the workers that look at strangers' files.
    platform(
      "QixLens", ["QixKernel", "QixFormats", "QixLibraries", "QixCommands", "CPicture", "CProcess"],
      tests: ["QixTesting"]),
    platform("QixMedia", ["QixKernel", "QixFormats", "QixLens", "QixLibraries", "CMedia"], tests: ["QixTesting"]),
    // QR codes and barcodes, drawn and read.
    platform("QixBarcode", ["QixKernel", "QixLibraries", "CBarcode"], tests: ["QixTesting"]),
    platform(
      "QixBarcodeReading", ["QixKernel", "QixLens", "QixLibraries", "CScan"],
      tests: ["QixBarcode", "QixGS1", "QixTesting"]),
    // The text of pictures, by OpenVINO or Tesseract. And what receipts say, by the words of data/receipts, which
    // Locales leads to.
    platform("QixOCR", ["QixKernel", "QixFormats", "QixLibraries", "COCR", "CTesseract"], tests: ["QixTesting"]),
    platform("QixReceipts", ["QixKernel", "QixFormats", "QixOCR"], embedding: ["Locales"], tests: ["QixTesting"]),
    // The mark in a stadium's music, over FFTW. Optimised in every build as sound is, since nothing of it could be
    // tried without.
    platform("QixWatermark", ["QixLibraries"], tests: ["QixLibraries", "QixTesting", "QixWatermarkChannels"]),
    // libsndfile, and sound that comes as it is.
    platform(
      "QixSound", ["QixKernel", "QixLens", "QixLibraries", "CSound"], tests: ["QixFormats", "QixTesting"]),
  ])

/// What features are written against.
let foundations = [
  // What the author of a feature needs of the platform, with one import.
  platform("QixModule", platformOfModules + ["QixCalendar"], tests: nil),
  // What a type of shake is written against.
  platform(
    "QixShake", ["QixModule", "QixKernel", "QixCommands", "QixCrypto", "QixFormats", "QixLens", "QixStorage"],
    tests: ["QixTesting"]),
  // Files of many lines: read twice, answered line by line.
  platform(
    "QixBatch", ["QixKernel", "QixCalendar", "QixCommands", "QixCrypto", "QixFormats", "QixStorage"],
    tests: ["QixTesting"]),
  // Descriptions of things, from files and options, with every fault in its place.
  platform("QixDefinitions", ["QixKernel", "QixFormats", "QixCommands", "QixCalendar", "QixShake"]),
]

let features = [
  feature(
    "Campaigns",
    [
      "QixShake", "QixCalendar", "QixCrypto", "QixDefinitions", "IdentityContract", "CoinsContract", "DrawsContract",
      "PicturesContract", "VaultContract",
    ],
    contract: [
      "QixShake", "QixCommands", "QixDefinitions", "QixKernel", "QixStorage", "IdentityContract", "CoinsContract",
    ], migrations: true,
    tests: ["QixCatalog"]),
  feature(
    "Draws",
    ["QixShake", "QixCalendar", "QixCrypto", "CampaignsContract", "IdentityContract", "VaultContract"],
    contract: ["QixShake", "QixKernel", "QixStorage"], migrations: true, tests: ["QixCatalog"]),
  feature(
    "Shakes",
    [
      "QixShake", "QixBatch", "QixCalendar", "QixCrypto", "IdentityContract", "CoinsContract", "CampaignsContract",
      "DrawsContract", "PicturesContract", "VaultContract",
    ],
    contract: ["QixShake", "QixKernel", "QixStorage", "IdentityContract", "CampaignsContract"], migrations: true,
    tests: ["QixCatalog", "QixLens"]),
  feature(
    "Directives",
    [
      "QixShake", "QixCalendar", "QixCrypto", "QixDefinitions", "QixNetwork", "IdentityContract", "CampaignsContract",
      "ShakesContract", "VaultContract",
    ],
    contract: [
      "QixModule", "QixShake", "QixCalendar", "QixCommands", "QixDefinitions", "QixFormats", "QixKernel", "QixStorage",
      "IdentityContract", "CampaignsContract",
    ], migrations: true, tests: ["QixCatalog", "Shakes"]),
  feature(
    "Cards",
    ["QixShake", "QixCalendar", "QixDefinitions", "IdentityContract", "DirectivesContract", "PicturesContract"],
    migrations: true, tests: ["QixCatalog"]),
  feature(
    "Pictures", ["QixCrypto", "QixDefinitions", "QixLens"],
    contract: ["QixCommands", "QixDefinitions", "QixFormats", "QixKernel", "QixStorage"], migrations: true,
    tests: ["QixCatalog", "QixLibraries"]),
  feature(
    "Server",
    [
      "QixCalendar", "QixHTTP", "QixPages", "QixCrypto", "QixLibraries", "QixShake", "IdentityContract",
      "StaffContract", "CProcess",
    ],
    migrations: true, embedding: ["Codes"], tests: ["QixCatalog"]),
  feature("Console", ["QixPages"], tests: ["QixCatalog"]),
  feature(
    "App", ["QixBarcode", "QixPages", "IdentityContract"], embedding: ["Messages"],
    tests: ["QixCatalog", "QixLibraries"]),
  feature("Events", ["IdentityContract"], tests: ["QixCatalog"]),
  feature(
    "Notices", ["QixCalendar", "QixCrypto", "QixNetwork", "QixPages", "IdentityContract"],
    contract: ["QixCalendar", "QixCommands", "QixKernel", "QixStorage"], migrations: true, tests: ["QixCatalog"]),
  feature(
    "Webhooks", ["QixShake", "QixCrypto", "QixNetwork", "CampaignsContract", "VaultContract"], migrations: true,
    tests: ["QixCatalog", "CoinsContract"]),
  shake("TVShake", platform: ["QixCalendar", "QixCrypto"]),
  shake("ReadShake"),
  shake("VideoShake", platform: ["QixCrypto", "QixMedia"], contracts: ["VaultContract"]),
  shake("ScanShake", platform: ["QixBarcodeReading", "QixCrypto", "QixGS1"]),
  shake(
    "ReceiptShake", platform: ["QixCalendar", "QixCrypto", "QixLibraries", "QixOCR", "QixReceipts"],
    contracts: ["NoticesContract", "VaultContract"]),
  shake(
    "StadiumShake", platform: ["QixCrypto", "QixLibraries", "QixSound", "QixWatermark"],
    contracts: ["VaultContract"], tests: ["QixWatermarkChannels"]),
  feature(
    "Vault", ["QixCrypto", "QixAge", "CProcess"],
    contract: ["QixKernel", "QixStorage", "QixCrypto"], migrations: true),
  feature(
    "PluginKit", embedding: ["Templates"], tests: ["QixFormats"]),
  feature("Upkeep", ["QixBatch", "QixCalendar", "QixCrypto", "QixLibraries"]),
  feature(
    "Messages",
    ["QixCrypto", "QixNetwork", "QixPhone", "VaultContract"], contract: ["QixKernel"]),
  feature(
    "Identity",
    ["QixBatch", "QixCrypto", "QixPhone", "MessagesContract", "VaultContract"],
    contract: ["QixKernel", "QixStorage", "QixFormats", "QixCommands", "QixCrypto"], migrations: true,
    tests: ["QixCatalog"]),
  feature(
    "OpenID", ["QixCrypto", "QixNetwork", "QixTokens", "IdentityContract", "VaultContract"],
    contract: ["QixKernel", "QixStorage", "QixFormats"], migrations: true, tests: ["QixCatalog"]),
  feature(
    "Sessions", ["QixCrypto", "IdentityContract"], migrations: true, tests: ["QixCatalog"]),
  feature(
    "Staff", ["QixCrypto", "OpenIDContract"], contract: ["QixKernel"], migrations: true, tests: ["QixCatalog"]),
  feature(
    "Access", ["QixCrypto"], migrations: true, tests: ["QixCatalog"]),
  feature(
    "Coins", ["QixBatch", "QixCalendar", "QixCrypto", "IdentityContract", "NoticesContract", "VaultContract"],
    contract: ["QixKernel", "QixStorage", "IdentityContract"], migrations: true),
  feature(
    "Rewards",
    [
      "QixCalendar", "QixCrypto", "QixDefinitions", "IdentityContract", "CampaignsContract", "CoinsContract",
      "DrawsContract", "PicturesContract", "VouchersContract",
    ], contract: ["QixKernel", "QixStorage"], migrations: true, tests: ["QixCatalog"]),
  feature(
    "Reports", ["QixCalendar", "CoinsContract", "CampaignsContract", "RewardsContract"],
    tests: ["QixCatalog", "QixFormats"]),
  feature(
    "Vouchers",
    [
      "QixBarcode", "QixCalendar", "QixCrypto", "CampaignsContract", "IdentityContract", "NoticesContract",
      "VaultContract",
    ],
    contract: ["QixKernel", "QixStorage"], migrations: true, tests: ["QixCatalog", "QixLibraries"]),
  feature(
    "Members", ["QixCrypto", "IdentityContract", "CoinsContract", "VaultContract"], migrations: true,
    tests: ["QixCatalog"]),
  feature(
    "Tiers",
    [
      "QixCalendar", "QixDefinitions", "IdentityContract", "CoinsContract", "CampaignsContract", "NoticesContract",
      "PicturesContract",
    ], migrations: true,
    tests: ["QixCatalog"]),
  feature(
    "Referrals",
    [
      "QixShake", "QixCrypto", "QixDefinitions", "IdentityContract", "CoinsContract", "CampaignsContract",
      "ShakesContract",
    ], migrations: true, tests: ["QixCatalog"]),
  feature(
    "Badges",
    [
      "QixShake", "QixCalendar", "QixDefinitions", "IdentityContract", "CampaignsContract", "PicturesContract",
      "ShakesContract",
    ],
    migrations: true, tests: ["QixCatalog"]),
]

let programs = [
  platform(
    "QixCatalog",
    [
      "QixKernel", "QixStorage", "QixCrypto", "QixLens", "QixNetwork", "QixCommands", "QixTerminal",
      "Upkeep", "Vault", "Messages", "Identity", "OpenID", "Sessions", "Staff", "Coins", "Access", "Campaigns", "Draws",
      "Shakes",
      "App", "Cards", "Console", "Pictures", "Directives", "Events", "Webhooks", "Notices", "Server", "TVShake",
      "ReadShake", "VideoShake", "ScanShake", "ReceiptShake", "StadiumShake", "PluginKit",
      "Rewards", "Vouchers", "Members", "Tiers", "Referrals", "Badges", "Reports",
    ], tests: nil),
  platform(
    "QixTesting",
    [
      "QixKernel", "QixCrypto", "QixFormats", "QixLibraries", "QixStorage", "QixCommands", "QixTerminal", "QixShake",
      "QixCatalog",
      "CFaults",
    ], tests: nil),
  program("qix", ["QixCatalog", "QixCrypto", "QixKernel", "QixCommands", "QixTerminal"], path: "Sources/qix"),
  // A worker of the lens that tries what it must not, for tests.
  program("qix-lens-probe", ["QixFormats", "QixLens"], path: "Tests/LensProbe"),
]

let suites = [
  suite(
    "CatalogTests",
    [
      "QixCatalog", "QixKernel", "QixLens", "QixLibraries", "QixOCR", "QixReceipts", "QixShake", "QixStorage",
      "QixCommands", "QixTerminal", "QixTesting",
      "IdentityContract",
    ]),
  suite(
    "ConformanceTests",
    [
      "QixCatalog", "QixFormats", "QixKernel", "QixShake", "QixStorage", "QixCommands", "QixTerminal", "QixTesting",
    ]),
  suite("QixTestingTests", ["QixTesting"]),
  suite("EndToEndTests", ["QixStorage", "QixTesting"]),
]

/// What is measured and what is broken on purpose, in a hurry and for hours: no part of what is installed.
let benchmarks = [
  platform(
    "Measuring",
    [
      "QixKernel", "QixStorage", "QixCommands", "QixTerminal", "QixCrypto", "QixFormats", "QixLens", "QixShake",
      "QixCatalog", "Coins",
      "Rewards", "Shakes", "IdentityContract", "CoinsContract", "CampaignsContract", "DrawsContract", "ShakesContract",
      "VaultContract",
    ],
    in: "Benchmarks", tests: nil),
  program(
    "qix-bench",
    [
      "Measuring", "QixBarcode", "QixBarcodeReading", "QixCatalog", "QixLens", "QixKernel", "QixCrypto", "QixFormats",
      "QixLibraries",
      "QixOCR", "QixReceipts", "QixShake", "QixStorage", "QixCommands", "QixTerminal", "Rewards", "Shakes", "TVShake",
      "IdentityContract",
    ],
    path: "Benchmarks/qix-bench"),
  // What happens to sound between loudspeakers and a recording.
  platform("QixWatermarkChannels", ["QixWatermark"], in: "Benchmarks", tests: nil),
  program(
    "stadium-bench", ["CProcess", "QixLibraries", "QixWatermark", "QixWatermarkChannels"],
    path: "Benchmarks/stadium-bench"),
  program(
    "qix-stress",
    [
      "Measuring", "QixCatalog", "QixKernel", "QixShake", "QixStorage", "QixCommands", "QixTerminal", "Shakes",
      "CampaignsContract",
      "IdentityContract",
    ],
    path: "Benchmarks/qix-stress"),
]

let package = Package(
  name: "qix",
  targets: [libraries, kernel, storage, commands, faces, media, foundations, features, programs, benchmarks].flatMap {
    $0.flatMap { $0 }
  }
    + suites
)

// Whoever works on one part may build the tests of that part alone: QIX_SUITES=CoinsTests,CatalogTests.
if let names = Context.environment["QIX_SUITES"]?.split(separator: ",").map(String.init), !names.isEmpty {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
  ]
}

for target in package.targets where target.type == .regular {
  guard target.name.hasPrefix("QixWatermark") || target.name == "QixSound" else { continue }
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"], .when(configuration: .debug))]
}

// What is built for one run alone (ONCE=1, as in CI) is built module by module instead of file by file and with nothing
// for a debugger: a seventh less time, and nothing that a later change could go on from.
if Context.environment["ONCE"]?.isEmpty == false {
  for target in package.targets where target.type != .system {
    let swift = ["-whole-module-optimization", "-no-emit-module-separately-wmo", "-num-threads", "1", "-gnone"]
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(swift, .when(configuration: .debug))]
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-g0"], .when(configuration: .debug))]
  }
}

// Each page that a test reads or writes is summed: unoptimised, that was a twentieth of the suite's time.
for target in package.targets where target.name == "CPageChecks" {
  target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"], .when(configuration: .debug))]
}

// Nothing of the program takes texts apart by regular expressions, whose machine would cost each start
// (docs/decisions/0020-start-up.md); QixKernel/TextSearch.swift has what else is in that library.
for target in package.targets where target.type != .test && target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]
}

// The toolchain's own lld links a build in 2.5 s where gold, its default, takes 19, and it packs relocations
// (docs/decisions/0020-start-up.md).
for target in package.targets where target.type == .executable || target.type == .test {
  target.linkerSettings = (target.linkerSettings ?? []) + [.unsafeFlags(["-use-ld=lld"])]
}
