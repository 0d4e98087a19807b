import { type Ctx, fail, inList, toWireDate } from "@leashline/kit";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { EvaluationService } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import type { Offer, Wish } from "./plan.ts";

export type NamedWish = Wish & { readonly petName: string; readonly petType: string };

/** A service that a pet would get before the evaluation it asks for. */
type Gated = { readonly index: number; readonly pet: NamedWish; readonly offer: Offer };

/** What asks for an evaluation, unless the same pet gets that evaluation before it. */
const gatedIn = (pets: readonly NamedWish[], offers: ReadonlyMap<string, Offer>): Gated[] =>
  pets.flatMap((pet, index) =>
    pet.serviceIds.flatMap((id, nth) => {
      const offer = offers.get(id);
      if (!offer || offer.evaluationServiceId === "0") return [];
      return pet.serviceIds.slice(0, nth).includes(offer.evaluationServiceId) ? [] : [{ index, pet, offer }];
    }),
  );

type Asking = {
  readonly pets: readonly NamedWish[];
  readonly offers: ReadonlyMap<string, Offer>;
  readonly date: string;
  /** Whose contact was confirmed; "0" for nobody we know. */
  readonly customerId: string;
};

/**
 * Refuses what asks for an evaluation that the pet is not known to have passed. The words are the same for a stranger's pet and for a client's that
 * failed, so that nobody reads from them who is a client.
 */
export async function mustBeEvaluated(ctx: Ctx, { pets, offers, date, customerId }: Asking): Promise<void> {
  const gated = gatedIn(pets, offers);
  if (gated.length === 0) return;
  const may = await passedIn(ctx, gated, { date, customerId });
  const first = gated.find((one) => !may.has(one));
  if (first) throw await refusal(ctx, first);
}

/** The ones whose pet is the client's and has passed; a pet is the one of that name and kind, as it is when the request is accepted. */
async function passedIn(ctx: Ctx, gated: readonly Gated[], { date, customerId }: Pick<Asking, "date" | "customerId">): Promise<Set<Gated>> {
  if (customerId === "0") return new Set();
  const { pets } = await ctx.client(PetService).listPets({ customerId });
  const idOf = ({ pet }: Gated) => pets.find((one) => isSame(one, pet))?.petId;
  const known = gated.flatMap((one) => idOf(one) ?? []);
  if (known.length === 0) return new Set();
  const asked = { petIds: [...new Set(known)], serviceIds: [...new Set(gated.map(({ offer }) => offer.serviceId))] };
  const { lacking } = await ctx.client(EvaluationService).checkPetEvaluations({ ...asked, date: toWireDate(date) });
  const lacks = new Set(lacking.map(({ petId, serviceId }) => `${petId} ${serviceId}`));
  return new Set(gated.filter((one) => idOf(one) !== undefined && !lacks.has(`${idOf(one)} ${one.offer.serviceId}`)));
}

type Named = Pick<NamedWish, "petName" | "petType">;
const plain = (text: string): string => text.trim().toLowerCase();
const isSame = (a: Named, b: Named): boolean =>
  plain(a.petName) === plain(b.petName) && (plain(a.petType) || "dog") === (plain(b.petType) || "dog");

async function refusal(ctx: Ctx, { index, pet, offer }: Gated): Promise<Error> {
  const { serviceId, name: serviceName, evaluationServiceId } = offer;
  const petName = pet.petName.trim();
  const asked = { ids: [evaluationServiceId], businessId: ctx.businessId, allowMissing: true };
  const [found] = (await ctx.client(CatalogService).batchGetServices(asked)).services;
  const evaluationName = found?.name || "an evaluation";
  return fail("EVALUATION_REQUIRED", {
    field: inList("pets", index, "serviceIds"),
    reason: `book ${evaluationName} first`,
    message: `${petName} needs to pass ${evaluationName} before ${serviceName}. Book ${evaluationName} first.`,
    facts: { petName, serviceId, serviceName, evaluationServiceId, evaluationName },
  });
}
