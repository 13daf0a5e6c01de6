import Glibc
import QixLibraries
import QixWatermark

@main
struct StadiumBench {
  static func main() throws(LibraryError) {
    try Watermark.load()
    let options = Options(CommandLine.arguments)
    let bench = Bench(options: options)
    switch options.command {
    case "quality": bench.quality()
    case "blind", "informed": bench.trials()
    case "null": bench.null()
    case "stream": bench.stream()
    case "listen": bench.listen()
    default:
      print(
        """
        usage: stadium-bench quality|blind|informed|null|stream|listen [--music FOLDER] [--set tuning|test|rest|all]
          quality   level and noise-to-mask ratio of the worst channel and of the sum, and cost of embedding;
                    --bands 1, --write FOLDER
          blind     table without the original; --channel NAMES, --lengths SECONDS, --narrow 1, --cuts N of each piece
          informed  table with the original; likewise, --unmarked 1 for pieces without a mark, --blind 1 with
                    the blind listener where nothing is found
          null      scores of music without a mark; --clips N, --offset SHARE, --keys N, --lengths SECONDS, --wide 1,
                    --tell SCORE, --speed FACTOR, --marked 1 by another key, --informed 1 with the piece known
          stream    cost of listening to streams without a mark, and of marked ones
          listen    what a file says; --file FILE --slots FIRST-LAST --from SECONDS --seconds N
        FOLDER holds WAV files of 16 bits; without one the music is made up. Channels are marked as they are, and what
        is recorded is their sum. ffmpeg does the codecs.
        """)
    }
  }
}
