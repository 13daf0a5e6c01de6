internal import CProcess
internal import Glibc
internal import QixFormats
internal import QixKernel

/// The program under another name: it loads what one operation needs, gives up its rights, and answers one request
/// after another until the asker has gone.
package enum LensWorker {
  /// `argv[0]`.
  package static let name = "qix-lens"
  /// The descriptor of the worker's end of the socket. 0, 1 and 2 lead nowhere: a library may write to them.
  static let channel: Int32 = 3
  /// The descriptor of its end of a pipe whose other end closes with the asker.
  static let line: Int32 = 4
  /// Most bytes of what is said before the first request.
  static let mostGreeting = 4 << 10

  /// The worker's life.
  /// - Parameter operations: all that this program has.
  /// - Returns: the exit code.
  package static func run(_ operations: () -> [any LensOperation.Type]) -> Int32 {
    // Closes whatever else the starting process had open.
    _ = qix_close_from(Self.line + 1)
    // A worker must end with its asker: no process would read its answer.
    guard qix_end_with(Self.line) == 0 else { return 1 }
    let channel = LensChannel(socket: Self.channel)
    do {
      // The starting process says first what it is to be; an hour is longer than anything holds a start up.
      let greeting = try channel.receive(most: mostGreeting, within: 3_600_000).object
      guard let name = greeting["operation"]?.string, let found = operations().first(where: { $0.name == name }) else {
        throw LensFrame.Fault.malformed
      }
      return try run(found, channel)
    } catch {
      return 1
    }
  }

  private static func run(_ type: any LensOperation.Type, _ channel: LensChannel) throws -> Int32 {
    let operation: any LensOperation
    do {
      operation = try type.init()
    } catch {
      // Nothing of a stranger's was read yet: these words are our own.
      try channel.send(unready(error))
      return 1
    }
    guard confine(type.limits) else {
      try channel.answer(["code": "lens.unconfined", "sentence": "a worker can't drop its rights on this system"])
      return 1
    }
    try channel.answer(["ready": true])
    while true {
      let request: LensFrame
      do throws(LensFrame.Fault) {
        request = try channel.receive(most: LensFrame.mostOptions, within: nil)
      } catch .end {
        return 0
      }
      // The asker ends a worker that falls silent; this is for when the asker itself is held up.
      _ = qix_alarm(Int64(type.limits.seconds) + 1)
      let answer = answer(request, by: operation)
      _ = qix_alarm(0)
      try channel.answer(answer)
    }
  }

  private static func confine(_ limits: LensLimits) -> Bool {
    let seconds = Int64(limits.seconds) * Int64(limits.requests)
    return qix_confine(Int64(limits.memory), seconds, line + 1, limits.rights.rawValue) == 0
  }

  private static func answer(_ request: LensFrame, by operation: any LensOperation) -> JSONObject {
    guard request.descriptor >= 0 else { return ["fault": .string(LensFault.damaged.code)] }
    var status = stat()
    guard fstat(request.descriptor, &status) == 0 else {
      close(request.descriptor)
      return ["fault": .string(LensFault.damaged.code)]
    }
    let file = LensFile(descriptor: request.descriptor, size: Int(status.st_size))
    do throws(LensFault) {
      let answer: JSONObject = ["reading": .object(try operation.look(at: file, request.object))]
      guard LensFrame.bytes(answer).count <= type(of: operation).limits.answerBytes else { throw .tooMuch }
      return answer
    } catch {
      return ["fault": .string(error.code)]
    }
  }

  private static func unready(_ error: any Error) -> JSONObject {
    guard let error = error as? any Diagnosable else {
      return ["code": "lens.unready", "sentence": "its libraries can't be loaded"]
    }
    var object: JSONObject = [
      "code": .string(error.code), "sentence": .string(String(error.description.prefix(1_000))),
    ]
    object["hint"] = error.hint.map { .string(String($0.description.prefix(1_000))) }
    return object
  }
}
