/** Rewards, vouchers, segments and budgets: in Italian. */
export default {
}
