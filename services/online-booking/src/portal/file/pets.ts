import { fromWireDate } from "@leashline/kit";
import { PetLifeStatus } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { type PetVaccine, type Vaccine, VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { VaccineProofLinkService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import { VaccineProofService, VaccineProofState } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import type { Opened } from "../client-link.ts";
import { orElse } from "./or-else.ts";

/** The client's pets, and of each whose vaccines are not in order where proof is sent in. */
export async function petsOf(opened: Opened) {
  const { shop, link } = opened;
  const { pets } = await shop.ctx.client(PetService).listPets({ customerId: link.customerId });
  const alive = pets.filter((pet) => !pet.deleted && pet.lifeStatus !== PetLifeStatus.PASS_AWAY);
  if (alive.length === 0) return [];
  const vaccineRpcs = shop.ctx.client(VaccineService);
  const [{ petVaccines }, { vaccines }] = await Promise.all([
    vaccineRpcs.listPetVaccines({ petIds: alive.map(({ petId }) => petId) }),
    vaccineRpcs.listVaccines({}).catch(orElse({ vaccines: [] })),
  ]);
  // The page on which proof is sent in leaves out pets that do not come any more.
  const wanting = alive.filter(({ petId, inactive }) => !inactive && petVaccines.some((one) => one.petId === petId && one.tag !== ""));
  const [url, waiting] = await Promise.all([proofUrl(opened, wanting.length > 0), waitingOf(opened, wanting)]);
  return alive
    .toSorted((a, b) => a.petName.localeCompare(b.petName))
    .map(({ petId, petName, petType, breed, birthday, weight }) => ({
      petId,
      petName,
      petType,
      breed,
      weight,
      birthday: birthday ? fromWireDate(birthday, "birthday") : "",
      vaccines: petVaccines
        .filter((one) => one.petId === petId)
        .map((one) => ({ ...shown(one, waiting), required: isRequired(one, petType, vaccines) })),
      proofUrl: wanting.some((one) => one.petId === petId) ? url : "",
    }));
}

const keyOf = ({ petId, vaccineId }: { petId: string; vaccineId: string }): string => `${petId}/${vaccineId}`;

const shown = (one: PetVaccine, waiting: ReadonlySet<string>) => ({
  vaccineName: one.vaccineName,
  expirationDate: one.expirationDate ? fromWireDate(one.expirationDate, "expirationDate") : "",
  tag: one.tag,
  waits: waiting.has(keyOf(one)),
});

/** Whether no visit is booked for such a pet without it. */
const isRequired = ({ vaccineId }: PetVaccine, petType: string, vaccines: readonly Vaccine[]): boolean =>
  vaccines.some(
    ({ id, requiredForScheduling, specificPetType, petTypes }) =>
      id === vaccineId && requiredForScheduling && (!specificPetType || petTypes.includes(petType)),
  );

/** One address for all pets of the client. */
async function proofUrl({ shop, link: { customerId } }: Opened, wanted: boolean): Promise<string> {
  if (!wanted) return "";
  const made = shop.ctx.client(VaccineProofLinkService).getVaccineUploadLink({ customerId });
  return (await made.catch(orElse({ url: "" }))).url;
}

/** Of which vaccines a proof was sent in that nobody has looked at. */
async function waitingOf({ shop }: Opened, pets: readonly { petId: string }[]): Promise<Set<string>> {
  const lists = pets.map(({ petId }) =>
    shop.ctx.client(VaccineProofService).listVaccineProofs({ petId, state: VaccineProofState.PENDING, pageSize: 100 }),
  );
  const found = await Promise.all(lists.map((list) => list.catch(orElse({ proofs: [] }))));
  return new Set(found.flatMap(({ proofs }) => proofs.map(keyOf)));
}
