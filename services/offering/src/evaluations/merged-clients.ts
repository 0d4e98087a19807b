import { followMerges } from "@leashline/kit";
import { ClientsMergedSchema, ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";

/** How a pet did counts for the pet it became. */
export const mergedClients = followMerges({ merged: ClientsMergedSchema, unmerged: ClientsUnmergedSchema }, [
  { table: "pet_evaluation", column: "pet_id", of: "pet" },
]);
