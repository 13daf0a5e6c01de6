internal import QixCommands
internal import QixTerminal

/// The headings of the guides, for `qix help --search`: recorded from docs/ by `LeadTests` (QIX_RECORD=1).
enum Guides {
  static var headings: [GuideHeading] {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      return GuideHeading(page: parts[0], heading: parts[1])
    }
  }

  private static let text = #"""
    docs/tour.md	A short tour
    docs/install.md	Installing qix from a package
    docs/install.md	The package (3 minutes)
    docs/install.md	A vault that opens by itself
    docs/install.md	Every night, by systemd
    docs/install.md	Every night, by cron
    docs/install.md	Upgrading
    docs/install.md	Removing
    docs/install.md	On a new machine, from the backup to the end
    docs/install.md	In a container
    docs/install.md	Other versions of Debian, and Ubuntu
    docs/console.md	The console
    docs/console.md	Open it
    docs/console.md	What a role sees
    docs/console.md	Find
    docs/console.md	Answer a customer
    docs/console.md	Work lists
    docs/console.md	A campaign from nothing to its report
    docs/console.md	Rewards, vouchers, segments, budgets
    docs/console.md	The house
    docs/console.md	Your brand
    docs/console.md	Languages and access
    docs/console.md	What is kept in a browser
    docs/app.md	The customers' app
    docs/app.md	What customers do
    docs/app.md	Open it to customers
    docs/app.md	Your brand
    docs/app.md	Links
    docs/app.md	Posters
    docs/app.md	Videos from another server
    docs/app.md	Without a network
    docs/app.md	What stays on the phone
    docs/app.md	What customers may switch off
    docs/app.md	Support
    docs/support.md	Support
    docs/support.md	A sample to try it on
    docs/support.md	1. Where are my coins?
    docs/support.md	2. Why do I have fewer than yesterday?
    docs/support.md	3. When do my coins expire?
    docs/support.md	4. I shook and won nothing. Why?
    docs/support.md	5. My shake was refused. Why?
    docs/support.md	6. I have redeemed coins, and where is my voucher?
    docs/support.md	7. My voucher isn't accepted at the till.
    docs/support.md	8. My parcel hasn't come.
    docs/support.md	9. I was charged twice.
    docs/support.md	10. I have sent it back. Where is my refund?
    docs/support.md	11. Why am I not gold?
    docs/support.md	12. I brought a friend. Where are my coins for that?
    docs/support.md	One more: why can't I have that reward?
    docs/support.md	13. I have another telephone number
    docs/support.md	14. Somebody has stolen my voucher
    docs/support.md	15. I was given the wrong amount
    docs/support.md	16. I have two accounts
    docs/support.md	17. I am blocked. Why?
    docs/support.md	18. Delete everything about me
    docs/support.md	19. What do you know about me?
    docs/support.md	20. My code doesn't come
    docs/support.md	21. My receipt is still waiting
    docs/support.md	22. Have I won in the raffle?
    docs/support.md	23. Who has changed that?
    docs/support.md	24. Here is my order's number
    docs/support.md	25. Nobody told me that my coins expire
    docs/operators.md	Operating qix
    docs/operators.md	Beginning (3 minutes)
    docs/operators.md	A vault for secrets (5 minutes)
    docs/operators.md	Issuing to one user (2 minutes)
    docs/operators.md	Letting others act (4 minutes)
    docs/operators.md	Sending messages (3 minutes)
    docs/operators.md	Photos of strangers
    docs/operators.md	Users who are more than an id (5 minutes)
    docs/operators.md	A second pair of eyes (3 minutes)
    docs/operators.md	Issuing to everybody in a spreadsheet
    docs/operators.md	From a shop's purchase history to coins
    docs/operators.md	Every night
    docs/operators.md	Every month: the books
    docs/operators.md	Draws and raffles
    docs/operators.md	Now and then
    docs/operators.md	Any other operation in bulk
    docs/operators.md	Taking back what belongs to something
    docs/operators.md	When something goes wrong
    docs/campaigns.md	Campaigns
    docs/campaigns.md	What a campaign is
    docs/campaigns.md	Preparing (3 minutes)
    docs/campaigns.md	Making it (3 minutes)
    docs/campaigns.md	Trying it out (2 minutes)
    docs/campaigns.md	Changing it (1 minute)
    docs/campaigns.md	Funding and starting it (2 minutes)
    docs/campaigns.md	Shakes (2 minutes)
    docs/campaigns.md	Pausing and ending it (1 minute)
    docs/campaigns.md	For some users alone
    docs/campaigns.md	The file
    docs/campaigns.md	Caps
    docs/campaigns.md	Awards
    docs/campaigns.md	When something is wrong
    docs/shakes.md	Writing a type of shake
    docs/shakes.md	Who decides what
    docs/shakes.md	A type
    docs/shakes.md	Verdicts
    docs/shakes.md	Tables
    docs/shakes.md	Errors
    docs/shakes.md	Never
    docs/shakes.md	The rules
    docs/tv.md	A TV campaign
    docs/tv.md	1. The schedule
    docs/tv.md	2. The campaign
    docs/tv.md	3. A code on the screen
    docs/tv.md	4. Shaking
    docs/tv.md	When something is wrong
    docs/read.md	Reading and questionnaires
    docs/read.md	Texts
    docs/read.md	Questions
    docs/read.md	GIFT
    docs/read.md	Aiken
    docs/read.md	JSON
    docs/read.md	How answers are marked
    docs/read.md	Settings in a campaign
    docs/read.md	For clients
    docs/read.md	Answers in a script
    docs/read.md	Results
    docs/video.md	The Video shake, for player developers
    docs/video.md	1. Start
    docs/video.md	2. Heartbeats
    docs/video.md	3. The question
    docs/video.md	4. Finish
    docs/video.md	Refusals
    docs/video.md	What counts
    docs/scan.md	The Scan shake
    docs/scan.md	In five minutes
    docs/scan.md	In the app
    docs/scan.md	The catalogue
    docs/scan.md	What a campaign may set
    docs/scan.md	What is read
    docs/scan.md	What a serial number proves
    docs/scan.md	What doesn't count
    docs/scan.md	Review
    docs/receipts.md	Receipts
    docs/receipts.md	From the set-up to the first paid receipt
    docs/receipts.md	What a campaign can ask
    docs/receipts.md	Why a receipt is refused
    docs/receipts.md	What a receipt proves
    docs/receipts.md	The desk
    docs/receipts.md	Every night
    docs/receipts.md	What is kept
    docs/receipts.md	How well copies are known
    docs/stadium.md	The stadium, step by step
    docs/stadium.md	Before the show
    docs/stadium.md	Trying it at a desk
    docs/stadium.md	Marking music
    docs/stadium.md	The music without the mark
    docs/stadium.md	Rehearsal
    docs/stadium.md	Listening yourself
    docs/stadium.md	What users do
    docs/stadium.md	Rules
    docs/stadium.md	What is told to whom
    docs/stadium.md	When nobody wins
    docs/directives.md	Directives
    docs/directives.md	A directive
    docs/directives.md	A file
    docs/directives.md	A source
    docs/directives.md	When it is fetched
    docs/cards.md	Cards
    docs/cards.md	The first card (3 minutes)
    docs/cards.md	Where, when and for whom
    docs/cards.md	The file
    docs/cards.md	Links
    docs/cards.md	What a user sees
    docs/notices.md	Notices
    docs/notices.md	The first notice (3 minutes)
    docs/notices.md	Kinds
    docs/notices.md	What a user chooses
    docs/notices.md	Quiet hours
    docs/notices.md	Unsubscribing
    docs/notices.md	If a message can't be sent
    docs/notices.md	The app
    docs/pictures.md	Pictures
    docs/pictures.md	The first picture (2 minutes)
    docs/pictures.md	Replace and remove
    docs/pictures.md	Over HTTP
    docs/server.md	The server
    docs/server.md	From an empty machine to a shake
    docs/server.md	Where it listens
    docs/server.md	With TLS of its own
    docs/server.md	Behind nginx or Caddy
    docs/server.md	Under systemd
    docs/server.md	Web sites
    docs/server.md	Customers
    docs/server.md	Staff sessions
    docs/server.md	Pages
    docs/server.md	Its end
    docs/server.md	What it tells
    docs/server.md	What clients can't do
    docs/api.md	The HTTP interface
    docs/api.md	Addresses
    docs/api.md	Requests
    docs/api.md	Customers
    docs/api.md	Answers
    docs/api.md	Errors
    docs/api.md	Doing things once
    docs/events.md	Events
    docs/events.md	Following them
    docs/events.md	Following an answer
    docs/events.md	Who gets which events
    docs/webhooks.md	Webhooks
    docs/webhooks.md	Whose it is
    docs/webhooks.md	A request
    docs/webhooks.md	Checking that it is ours
    docs/webhooks.md	What a receiver can count on
    docs/webhooks.md	Where it may lie
    docs/draws.md	Draws and raffles, to be checked
    docs/draws.md	For an operator
    docs/draws.md	For a verifier
    docs/draws.md	Commitment
    docs/draws.md	Numbers
    docs/draws.md	Roots
    docs/draws.md	Winners
    docs/draws.md	Files
    docs/draws.md	Test values
    docs/rewards.md	Rewards
    docs/rewards.md	What a reward is
    docs/rewards.md	The first reward (2 minutes)
    docs/rewards.md	What a description holds
    docs/rewards.md	A catalogue in a file (3 minutes)
    docs/rewards.md	Prices (2 minutes)
    docs/rewards.md	Stock (2 minutes)
    docs/rewards.md	Publishing
    docs/rewards.md	Looking
    docs/rewards.md	Retiring
    docs/rewards.md	Redeeming
    docs/rewards.md	What takes time
    docs/rewards.md	Refunds
    docs/rewards.md	The story of one
    docs/rewards.md	What came of it
    docs/vouchers.md	Vouchers
    docs/vouchers.md	Make them
    docs/vouchers.md	At the till
    docs/vouchers.md	Members at the till
    docs/vouchers.md	Gift cards
    docs/vouchers.md	Drawn
    docs/vouchers.md	Without a connection
    docs/vouchers.md	Bytes
    docs/vouchers.md	When something is wrong
    docs/loyalty.md	Tiers, badges and referrals
    docs/loyalty.md	Beginning
    docs/loyalty.md	Tiers (2 minutes)
    docs/loyalty.md	Badges and streaks (2 minutes)
    docs/loyalty.md	Referrals (4 minutes)
    docs/loyalty.md	For those alone
    docs/integrators.md	For integrators
    docs/integrators.md	Scripts
    docs/integrators.md	Tokens
    docs/integrators.md	Modules
    docs/integrators.md	A shake of your own in fifteen minutes
    docs/integrators.md	A shake that looks at a file
    docs/integrators.md	Following shakes
    docs/integrators.md	Saying who may, and how much more
    docs/integrators.md	Transfers of your own
    docs/integrators.md	Other programs on the same data
    docs/configuration.md	Configuration
    docs/configuration.md	Options, variables, keys
    docs/configuration.md	Tables on a terminal
    docs/configuration.md	Times
    docs/configuration.md	Periods
    docs/configuration.md	The config file
    docs/configuration.md	Settings
    docs/configuration.md	Switching modules off
    docs/configuration.md	Folders
    docs/exit-codes.md	Exit codes
    docs/roles.md	Roles
    docs/roles.md	Who may know what
    docs/roles.md	What belongs to whom
    docs/roles.md	Who may run what
    docs/ledger.md	The ledger
    docs/ledger.md	Accounts
    docs/ledger.md	Assets
    docs/ledger.md	Transfers
    docs/ledger.md	Lots and draws
    docs/ledger.md	Moments
    docs/ledger.md	Holds
    docs/ledger.md	Reversals
    docs/ledger.md	Debts
    docs/ledger.md	Merges
    docs/ledger.md	Users
    docs/ledger.md	Approvals
    docs/ledger.md	How much at once
    docs/ledger.md	Erasure
    docs/ledger.md	Batches
    docs/ledger.md	Idempotency
    docs/ledger.md	Blocks
    docs/ledger.md	Bytes
    docs/ledger.md	Leaves
    docs/ledger.md	Trees
    docs/ledger.md	Block hashes
    docs/ledger.md	Proofs
    docs/ledger.md	Fingerprints
    docs/ledger.md	How it is stored
    docs/glossary.md	Glossary
    docs/glossary.md	Coins
    docs/glossary.md	Campaigns and shakes
    docs/glossary.md	Rewards and loyalty
    docs/glossary.md	Draws
    docs/glossary.md	People, rights, secrets
    docs/glossary.md	The program
    """#
}
