import type { ApplicableService } from "@leashline/proto/leashline/offering/v1/catalog_requests_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";

/** The catalog's reasons in words that go behind a service's name. */
const WORDS: Readonly<Record<string, string>> = {
  "pet type": "other kind of pet",
  breed: "other breeds",
  size: "other size",
  weight: "other weight",
  "coat type": "other coat",
  "pet code": "not with its codes",
};

/** The services that are not meant for a pet, each with why. Staff may book them all the same. */
export const unfitFor = (answers: readonly ApplicableService[], petId: string): ReadonlyMap<string, string> =>
  new Map(
    answers.flatMap(({ service, refusals }) => {
      const refused = refusals.find((one) => one.petId === petId);
      return service && refused ? [[service.id, WORDS[refused.reason] ?? refused.reason] as const] : [];
    }),
  );

type Group = readonly [category: string, services: readonly Service[]];

/** Services by category: those for the pet and those it has already, then under a heading of their own those meant for others. */
export const groupsFor = (
  all: readonly Service[],
  unfit: ReadonlyMap<string, string>,
  isChosen: (id: string) => boolean,
  careFirst = "",
) => {
  const services = all.toSorted((a, b) => Number(b.careType === careFirst) - Number(a.careType === careFirst));
  const isShown = ({ id }: Service): boolean => !unfit.has(id) || isChosen(id);
  return {
    fitting: [...Map.groupBy(services.filter(isShown), (one) => one.categoryName || "Services")] as Group[],
    others: services.filter((one) => !isShown(one)),
  };
};
