import { later } from "../../../../ui/page/later.tsx";

/** What uploads is fetched when belongings are looked at, not with every appointment. */
export const PickPhoto = later(async () => (await import("./PhotoButton.tsx")).PhotoButton, null);
