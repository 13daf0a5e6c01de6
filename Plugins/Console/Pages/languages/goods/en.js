/** Rewards, vouchers, segments and budgets: in English. */
export default {
}
