/** Rewards, vouchers, segments and budgets: in Spanish. */
export default {
}
