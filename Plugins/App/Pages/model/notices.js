import { address, api, path as at } from "../../ground/api.js"

/** @returns {Promise<number>} 1 where there is a notice that was not read, or else 0; 0 without a network */
export const unread = () => api.get(address(at("notices"), { unread: "true", limit: "1" }))
  .then(({ notices }) => notices.length, () => 0)
