internal import QixModule

/// The words that made-up usernames consist of. Each is short, kind, and means nothing unkind beside any of the others.
enum NameWords {
  /// `calm-otter-42`.
  /// - Parameter digits: of the number; it doesn't begin with 0.
  static func compose(_ random: any RandomSource, digits: Int) -> String {
    func pick(_ count: Int) -> Int { Int(random.integer() % UInt64(count)) }
    var low = 1
    for _ in 1..<digits { low *= 10 }
    return "\(adjectives[pick(adjectives.count)])-\(nouns[pick(nouns.count)])-\(low + pick(9 * low))"
  }

  static let adjectives = words(
    """
    able airy amber apt azure balmy blithe bold bonny brave breezy bright brisk calm candid cheery civil clear clever
    cordial cosmic cozy crisp curious dainty daring dear deft dewy eager early earnest elfin fair famous fancy
    festive fine fleet floral fluent fond frank free fresh friendly gallant gentle gifted giddy glad gleeful glowing
    golden graceful grand happy hardy hearty helpful humble ideal jaunty jolly jovial joyful keen kind lilac lively loyal
    lucid lucky lunar mellow merry mighty mild mint misty modest neat nifty nimble noble novel opal patient
    pearly perky placid playful plucky plum polite proud quick quiet radiant rapid ready regal rosy royal ruby rustic
    sage sandy serene sharp silent silver simple sincere sleek smart smiling smooth snowy snug soft solar spry starry
    steady sterling still sturdy sunny super sure sweet swift tender tidy topaz tranquil trusty upbeat velvet verdant
    vivid warm wavy whimsical winsome wise witty zesty zippy
    """)

  static let nouns = words(
    """
    acorn almond alpaca anchor apple aspen aurora badger balloon bamboo basil beacon bell birch bison blossom
    bluebird breeze brook bridge bumblebee canary canoe canyon caraway cedar cello chestnut citrus cloud clover
    comet compass coral cornflower cottage cove crane cricket daisy dawn dolphin dove dragonfly dune eagle echo elk
    ember falcon fawn feather fern fiddle field finch firefly fjord flute forest fountain fox garden gecko ginger glacier
    goldfinch grove guitar gull hare harbor harp hazel heron hill honey horizon iris island ivy jasmine juniper
    kestrel kite koala lagoon lantern lark laurel lemon lily linden llama lotus lynx magnolia mango maple marigold
    marten meadow melody mimosa moon moss mountain nutmeg oak oasis ocean olive orchard orchid oriole osprey otter owl
    panda papaya parsley peach pear pebble penguin peony petal phoenix piano pine planet plover pond poplar poppy puffin
    quail quartz quince rabbit rainbow raven reef river robin rocket rose saffron sailor seal sequoia shell sky
    skylark snowdrop sparrow spring spruce squirrel star starling stork stream summit sunbeam swan tern thistle
    thyme tiger toucan trail tulip turtle valley vanilla violet walnut walrus wave willow wind wombat wren zebra zephyr
    """)

  private static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
}
