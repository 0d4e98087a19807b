import { later } from "../../ui/page/later.tsx";
import { Loading } from "../progress/Loading.tsx";

/** What follows the pets: it is fetched while these are asked about, and the first sight goes without it. */
export const LaterSteps = later(async () => (await import("./AfterPets.tsx")).AfterPets, <Loading />);
