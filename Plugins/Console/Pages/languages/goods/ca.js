/** Rewards, vouchers, segments and budgets: in Catalan. */
export default {
}
