import { holds } from "./permissions.ts";
import { signedIn } from "./session.ts";
import { addProvider } from "./shell/palette.ts";

/** Where the command palette looks besides pages. Each feature that can be found adds its provider here. */
export const registerProviders = async (go: (to: string) => void): Promise<void> => {
  const who = signedIn();
  const caller = who && { employeeCategory: who.employeeCategory ?? 0, permissions: who.permissions };
  if (!caller) return;
  const seesClients = (["viewClientList", "viewClientsWorkingLocations", "viewClientsAllLocations"] as const).some((name) =>
    holds(caller, name),
  );
  if (seesClients) addProvider((await import("../features/clients/search-provider.ts")).clientProvider(go));
};
