import type { MessageInitShape } from "@bufbuild/protobuf";
import { displayPhone, e164, reducePhone, todayIn, toWireDate } from "@leashline/kit";
import type { VaccinePageSchema } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import { query } from "../../db.ts";
import { petsOf } from "../../pets/pet.store.ts";
import type { PetRow } from "../../pets/pet.ts";
import { listVaccines, vaccinationsOf } from "../../pets/vaccination.store.ts";
import { concerns, tagOf } from "../../pets/vaccination-tag.ts";
import { PENDING, REJECTED } from "../proof.ts";
import { vaccineSettings } from "../settings.store.ts";
import { lastProofs } from "./link.store.ts";
import type { Opened } from "./link.ts";

/** Only the living: nobody is asked about a pet that passed away. */
export const LIVES = 1;
const living = (pets: readonly PetRow[]): PetRow[] => pets.filter(({ lifeStatus, inactive }) => lifeStatus === LIVES && !inactive);

/** The client's pets and their vaccines, as the client sees them. */
export async function pageOf({ ctx, customerId, business }: Opened): Promise<MessageInitShape<typeof VaccinePageSchema>> {
  const today = todayIn(ctx.caller.zone);
  const dialNumber = business ? await e164(business.phoneNumber, business.countryAlpha2Code) : "";
  return await query(ctx, async (db) => {
    const pets = living(await petsOf(db, [customerId]));
    const ids = pets.map(({ id }) => id);
    const [rules, records, proofs] = [await listVaccines(db), await vaccinationsOf(db, ids), await lastProofs(db, ids)];
    const { approvalRequired } = await vaccineSettings(db);
    const vaccinesOf = ({ id, petType }: PetRow) =>
      rules
        .filter((rule) => concerns(rule, petType))
        .map((rule) => {
          const record = records.find((one) => one.petId === id && one.vaccineId === rule.id);
          const last = proofs.find((one) => one.petId === id && one.vaccineId === rule.id);
          return {
            vaccineId: rule.id,
            vaccineName: rule.name,
            tag: tagOf(record, today),
            ...(record?.expirationDate && { expirationDate: toWireDate(record.expirationDate) }),
            waits: last?.state === PENDING,
            rejectedReason: last?.state === REJECTED ? last.reason : "",
          };
        });
    return {
      businessName: business?.businessName ?? "",
      businessPhone: business ? displayPhone(reducePhone(business.phoneNumber), business.countryAlpha2Code) : "",
      dialNumber,
      approvalRequired,
      pets: pets.map((pet) => ({ petId: pet.id, petName: pet.petName, vaccines: vaccinesOf(pet) })),
    };
  });
}
