import CampaignForm from "../campaign-form.js"

/** The form of a campaign that is there already. */
export default class CampaignRules extends CampaignForm {}
