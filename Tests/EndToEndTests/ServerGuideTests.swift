import Foundation
import QixTesting
import Testing

/// docs/server.md and docs/api.md do what they say, and what the server has acknowledged outlives it.
@Suite struct ServerGuideTests {
  @Test func itsCommandsDoWhatItSays() throws {
    try BuiltProgram.withHome { _, home in
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let run = try Guide.run(try Guide.script("server.md", blocks: 3), home: home, work: work)
      try #require(run.exitCode == 0, "\(run.errors)")
      #expect(
        run.output.contains("\"outcome\": \"won\"") && run.output.contains("\"kind\": \"redeem\""), "\(run.output)")
    }
  }

  @Test func aCustomerComesAsItSays() throws {
    try BuiltProgram.withHome { _, home in
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let run = try Guide.run(try Guide.script("api.md", blocks: 1), home: home, work: work)
      try #require(run.exitCode == 0, "\(run.errors)")
      #expect(run.output.contains("\"outcome\": \"won\"") && run.output.contains("\"balance\": "), "\(run.output)")
    }
  }

  /// The same app in three languages does the same.
  @Test(.needs(.program("node", package: "nodejs")), .needs(.python())) func clientsInThreeLanguages() throws {
    try BuiltProgram.withHome { _, home in
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let script = """
        set -e
        PATH="$PATH:\(path)"
        trap 'kill -9 $server 2>/dev/null' EXIT
        qix init --sample --quiet >/dev/null
        qix setting set sessions.guests open --quiet >/dev/null
        qix serve --listen 127.0.0.1:0 2>served & server=$!
        swiftc -parse-as-library data/clients/qix.swift -o swift-client
        until url=$(grep -o '127[.]0[.]0[.]1:[0-9]*' served); do sleep 0.05; done
        python3 data/clients/qix.py "http://$url" harvest > python.out
        node data/clients/qix.mjs "http://$url" harvest > node.out
        ./swift-client "http://$url" harvest > swift.out
        cmp python.out node.out
        cmp python.out swift.out
        cat python.out
        """
      let run = try Guide.run(script, home: home, work: work)
      try #require(run.exitCode == 0, "\(run.errors)")
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 4 && lines[0] == "shake: won" && lines[2].hasPrefix("event: "), "\(run.output)")
      #expect(lines.last == "refused: rewards.not-found", "\(run.output)")
    }
  }

  /// Killed in the middle, again and again: each grant and each shake that was answered is there, and the same keys
  /// finish the rest. Grants go along in the shakes' transactions.
  @Test func whatWasAnsweredIsThere() throws {
    try BuiltProgram.withHome { qix, home in
      try qix.done("init --sample")
      try qix.done("token create till --role integrator --output \(home)/till.token --quiet")
      let before = try LedgerState(home: home).issued
      let script = """
        set -u
        # Nothing outlives the test.
        trap 'kill -9 $server 2>/dev/null' EXIT
        auth="Authorization: Bearer $(cat "$QIX_HOME/till.token")"
        # send PATH KEY BODY OUTPUT: the status.
        send() {
          curl --silent --output "$4" --write-out '%{http_code}' --max-time 5 --unix-socket s.sock -H "$auth" \\
            -H 'Content-Type: application/json' -H "Idempotency-Key: $2" -d "$3" "http://x/v1/$1"
        }
        shake='{"user": "shop-4712", "type": "tv", "campaign": "harvest"}'
        for round in 1 2 3; do
          qix serve --listen unix:s.sock 2>>served & server=$!
          until curl --silent --fail --output /dev/null --unix-socket s.sock http://x/healthz; do sleep 0.05; done
          senders=
          for sender in 1 2 3 4; do
            ( number=1
              while [ $number -le 40 ]; do
                key="k-$sender-$number"
                [ "$(send coins/issues "$key" '{"to": "shop-4711", "amount": 1}' /dev/null)" = 200 ] || exit 0
                echo "$key" >> "answered-$sender"
                number=$((number + 1))
              done ) &
            senders="$senders $!"
            ( number=1
              while [ $number -le 40 ]; do
                key="s-$sender-$number"
                [ "$(send shakes "$key" "$shake" /dev/null)" = 200 ] || exit 0
                echo "$key" >> "shaken-$sender"
                number=$((number + 1))
              done ) &
            senders="$senders $!"
          done
          if [ $round -lt 3 ]; then sleep 0.$((round * 2)); kill -9 $server; fi
          wait $senders
          if [ $round -eq 3 ]; then
            for key in $(sort -u shaken-*); do send shakes "$key" "$shake" again >/dev/null; cat again; done >replays
            kill $server
          fi
          wait $server; echo "ended with $?"
          rm -f s.sock
        done
        sort -u answered-* | wc -l
        sort -u shaken-* | wc -l
        grep -o '"replayed": *true' replays | wc -l
        """
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let run = try Guide.run(script, home: home, work: work)
      #expect(
        run.output.contains("ended with 137\nended with 137\nended with 0\n160\n160\n160\n"),
        "\(run.output) \(run.errors)"
      )
      #expect(try LedgerState(home: home).issued == before + 160)
      try qix.done("coins verify")
      try qix.done("db check")
    }
  }
}
