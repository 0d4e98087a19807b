import { personalData } from "@leashline/kit";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";

/** How a pet did goes with the pet. */
export const personal = personalData(ClientErasedSchema, {
  places: [{ table: "pet_evaluation", whose: "t.pet_id = any($3)", name: "evaluations", erase: "go" }],
});
