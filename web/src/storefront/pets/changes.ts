import { emptyPet, type Pet, useDraft } from "../draft.ts";

/** Other pets or services take another length of time: what was held no longer fits. */
export const changePets = (change: (pets: Pet[]) => Pet[]): void =>
  void useDraft.setState(({ pets }) => ({ pets: change(pets), startTime: undefined, lacking: undefined }));

/** What is booked by the night or by the day is booked by itself: other services are chosen anew. */
export const changeKind = (kind: "visit" | "day" | "stay" | "class"): void => {
  if ((useDraft.getState().kind ?? "visit") === kind) return;
  changePets((pets) => pets.map((pet) => ({ ...pet, serviceIds: [] })));
  useDraft.setState({ kind, date: undefined, days: [], classId: "", endDate: undefined, held: undefined, unkept: false, wait: undefined });
};

export const changePet = (key: number, change: Partial<Pet>): void => {
  const changed = (pets: Pet[]) => pets.map((pet) => (pet.key === key ? { ...pet, ...change } : pet));
  const { serviceIds } = change;
  // All pets of a request come into one class, of one service.
  if (serviceIds && useDraft.getState().kind === "class") {
    changePets((pets) => changed(pets).map((pet) => ({ ...pet, serviceIds: serviceIds.slice(-1) })));
    useDraft.setState({ classId: "" });
  } else if (serviceIds) changePets(changed);
  else useDraft.setState(({ pets }) => ({ pets: changed(pets) }));
};

export const addPet = (): void => {
  const { kind } = useDraft.getState();
  const like = (pets: Pet[]) => (kind === "class" ? { serviceIds: pets[0]?.serviceIds ?? [] } : {});
  changePets((pets) => [...pets, { ...emptyPet(Math.max(...pets.map((pet) => pet.key)) + 1), ...like(pets) }]);
};

export const removePet = (key: number): void => changePets((pets) => pets.filter((pet) => pet.key !== key));
