import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { clientFor } from "../../app/calls/transport.ts";
import type { Provider } from "../../app/palette/palette.ts";
import { pathTo } from "../../app/routes/paths.ts";
import { clientName } from "./shared/client-name.ts";

const search = clientFor(SearchService);

/** Clients for the command palette, by name, pet, phone or e-mail. */
export const clientProvider = (go: (to: string) => void): Provider => ({
  id: "clients",
  heading: "Clients",
  search: async (keyword, signal) => {
    const { clients, nearly } = await search.searchClients({ keyword, pageSize: 8 }, { signal });
    return clients.map((hit) => ({
      id: `client-${hit.customerId}`,
      label: clientName(hit),
      hint: [nearly && "Similar name", hit.pets.map((pet) => pet.petName).join(", "), hit.phoneDisplay].filter(Boolean).join(" · "),
      icon: "user",
      run: () => go(pathTo("/client/:customerId/overview", { customerId: hit.customerId })),
    }));
  },
});
