import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing

@testable import Server

/// What is said of a batch as a whole, and of what fails for everybody.
@Suite struct BatchAnswerTests {
  /// Nothing was moved and no line answered: then it is an error like that of a single grant.
  @Test(arguments: [
    ("/v1/coins/issues?batch=b", "text/csv", "user,amount\nada,60\n"),
    ("/v1/coins/issues?batch=b&keep_going=true", "text/csv", "user,amount\nada,60\n"),
    ("/v1/coins/apply?batch=b", "application/x-ndjson", #"{"op":"issue","to":"ada","amount":60}"# + "\n"),
  ])
  func whatWaitsForApprovalIsAnError(path: String, type: String, body: String) throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("setting set coins.approval-above 50")
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "operator")
        let reply = try server.request("POST", path, as: token, body: body, type: type)
        #expect(reply.status == 403 && reply.code == "coins.approval-needed", "\(reply.body)")
        #expect(reply.field("Content-Type") == "application/problem+json")
      }
      #expect(try home.count("coins_transfers") == 0 && home.count("coins_approvals") == 1)
    }
  }

  /// What answers a file as a whole is one line among lines.
  @Test func aDocumentIsALine() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "operator")
        let reply = try server.request(
          "POST", "/v1/products/import", as: token, body: "gtin,name\n4006381333931,Pen\n", type: "text/csv")
        #expect(reply.status == 200 && reply.field("Content-Type") == "application/x-ndjson", "\(reply)")
        #expect(reply.body.split(separator: "\n").count == 1 && reply.json["products"]?.integer == 1, "\(reply.body)")
      }
    }
  }

  @Test func aKeyForAllLinesIsRefused() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let token = try server.token("till", "integrator")
        let reply = try server.request(
          "POST", "/v1/coins/issues?batch=b", as: token, ["Idempotency-Key: k-1"], body: "user,amount\nada,6\n",
          type: "text/csv")
        #expect(reply.status == 400 && reply.code == "http.key-of-batch", "\(reply.body)")
        #expect(reply.json["hint"]?.string?.contains("?batch=NAME") == true)
      }
      #expect(try home.count("coins_transfers") == 0)
    }
  }

  /// Clients by the thousand come again later, and shops aren't told where the data lie.
  @Test func aFullDiskIsToldAsWhatPasses() throws {
    try TestHome.initialised { home in
      let disk = FaultyDisk()
      var faulty = home
      faulty.engine = disk.engine
      try home.done("user create --external-id ada")
      let ended = try RunningServer.with(faulty) { server in
        let token = try server.token("till", "integrator")
        let grant = "{\"to\": \"ada\", \"amount\": 5}"
        disk.fail(.full, at: 1, stays: true)
        for _ in 0..<3 {
          let reply = try server.post("/v1/coins/issues", as: token, grant, key: "k-1")
          #expect(reply.status == 503 && reply.code == "storage.disk-full", "\(reply.body)")
          #expect(reply.field("Retry-After") == "30" && !reply.body.contains("command"), "\(reply.body)")
        }
        disk.heal()
        #expect(try server.get("/readyz").status == 200)
        #expect(try server.post("/v1/coins/issues", as: token, grant, key: "k-1").status == 200)
      }.ended
      #expect(ended.errors.split(separator: "\n").filter { $0.contains("disk") }.count == 1, "\(ended.errors)")
    }
  }

  @Test func aServerIsReadyAgainOnceThereIsRoom() throws {
    try TestHome.with { home in
      let folder = HomeFolder(path: "\(home.path)/later")
      let told = Mutex<[String]>([])
      let room = DiskRoom(in: folder) { text in told.withLock { $0.append(text) } }
      #expect(room.isThere, "nothing has failed")
      room.ranOut()
      room.ranOut()
      #expect(!room.isThere && told.withLock({ $0.count }) == 1)
      try folder.create()
      #expect(room.isThere && room.isThere)
      room.ranOut()
      #expect(told.withLock({ $0.count }) == 2)
    }
  }

  @Test func whereTheDataLieIsForThoseWhoLookAfterThem() throws {
    try TestHome.initialised(modules: Catalog.modules + [FaceModule.self]) { home in
      try FaceModule.with(home) { face in
        let error = StorageError.locked(path: face.base.home.lock, seconds: 30)
        let path = face.base.home.path
        let shop = face.problem(of: error, ErrorTeller(), for: Principal(name: "token:shop", role: .integrator))
        #expect(!shop.detail.contains(path) && shop.detail.contains("…/qix.lock"), "\(shop.detail)")
        #expect(!face.problem(of: error, ErrorTeller(), for: nil).detail.contains(path))
        let desk = face.problem(of: error, ErrorTeller(), for: Principal(name: "token:desk", role: .operator))
        #expect(desk.detail.contains(path), "\(desk.detail)")
      }
    }
  }
}
