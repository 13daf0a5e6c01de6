/** Rewards, vouchers, segments and budgets: in Romanian. */
export default {
}
