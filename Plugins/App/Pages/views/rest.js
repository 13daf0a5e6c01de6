/** All other views: one file, which comes once the first one is shown. */

import Choices from "./choices.js"
import Closed from "./closed.js"
import Code from "./code.js"
import Counted from "./counted.js"
import Devices from "./devices.js"
import Disputes from "./disputes.js"
import Drawn from "./drawn.js"
import Elsewhere from "./elsewhere.js"
import EnterCode from "./enter-code.js"
import Erase from "./erase.js"
import Invite from "./invite.js"
import Listen from "./listen.js"
import Me from "./me.js"
import Movement from "./movement.js"
import NoticeChoices from "./notice-choices.js"
import Notices from "./notices.js"
import Nowhere from "./nowhere.js"
import Profile from "./profile.js"
import Question from "./question.js"
import Read from "./read.js"
import Ready from "./ready.js"
import Receipt from "./receipt.js"
import ReceiptRead from "./receipt-read.js"
import Refused from "./refused.js"
import Reward from "./reward.js"
import Rewards from "./rewards.js"
import Ring from "./ring.js"
import Scan from "./scan.js"
import SignIn from "./sign-in.js"
import Taken from "./taken.js"
import Tier from "./tier.js"
import Voucher from "./voucher.js"
import Waits from "./waits.js"
import Wallet from "./wallet.js"
import Watch from "./watch.js"
import Won from "./won.js"

export { Receipts } from "../coordinators/receipts.js"
export { openDispute } from "../parts/dispute.js"
export { openInstall } from "../parts/install.js"
export { sendForm } from "../model/upload.js"

/** @type {Record<string, import("../coordinators/coordinator.js").ViewClass>} */
export const rest = {
  choices: Choices, closed: Closed, code: Code, counted: Counted, devices: Devices, disputes: Disputes,
  drawn: Drawn, elsewhere: Elsewhere, "enter-code": EnterCode, erase: Erase, invite: Invite, listen: Listen, me: Me,
  movement: Movement, "notice-choices": NoticeChoices, notices: Notices, nowhere: Nowhere, profile: Profile,
  question: Question, read: Read, ready: Ready, receipt: Receipt,
  "receipt-read": ReceiptRead, refused: Refused,
  reward: Reward, rewards: Rewards, ring: Ring, scan: Scan, "sign-in": SignIn, taken: Taken, tier: Tier, voucher: Voucher,
  waits: Waits, wallet: Wallet, watch: Watch, won: Won,
}
