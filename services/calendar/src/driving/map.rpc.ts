import { fail, implement } from "@leashline/kit";
import { AddressSearch, MapService } from "@leashline/proto/leashline/calendar/v1/driving_map_service_pb.js";
import { lookUp, suggest } from "./map.ts";

export const mapRpc = implement(MapService, {
  async autocompleteAddress({ text }, ctx) {
    const answer = await suggest(ctx.runtime.config.env, text.trim());
    if (answer.kind === "ok") return { search: AddressSearch.READY, suggestions: answer.value };
    return { search: answer.kind === "away" ? AddressSearch.AWAY : AddressSearch.NOT_SET_UP };
  },

  async lookupAddress({ placeId, text }, ctx) {
    const address = text.trim();
    if ((placeId === "") === (address === ""))
      throw fail("PARAMS_INVALID", { field: "placeId", reason: "either a place or a text is needed" });
    const answer = await lookUp(ctx.runtime.config.env, placeId ? { place_id: placeId } : { address });
    if (answer.kind === "notSetUp") throw fail("STATE_CONFLICT", { message: "Address search is not set up." });
    if (answer.kind === "away")
      throw fail("STATE_CONFLICT", { message: "Address search does not answer right now. Please type the address." });
    if (!answer.value) throw fail("NOT_FOUND", { field: placeId ? "placeId" : "text" });
    return { address: answer.value };
  },
});
