import { holds } from "../session/permissions.ts";
import { signedIn } from "../session/session.ts";
import { addProvider } from "./palette.ts";

/** Where the command palette looks besides pages. Each feature that can be found adds its provider here. */
export const registerProviders = async (go: (to: string) => void): Promise<void> => {
  const who = signedIn();
  const caller = who && { employeeCategory: who.employeeCategory ?? 0, permissions: who.permissions };
  if (!caller) return;
  const seesClients = (["viewClientList", "viewClientsWorkingLocations", "viewClientsAllLocations"] as const).some((name) =>
    holds(caller, name),
  );
  if (seesClients) addProvider((await import("../../features/customer/search-provider.ts")).clientProvider(go));
};
