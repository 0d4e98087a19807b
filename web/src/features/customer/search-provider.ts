import { ClientType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { type ClientHit, SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { clientFor } from "../../app/calls/transport.ts";
import type { Provider } from "../../app/palette/palette.ts";
import { pathTo } from "../../app/routes/paths.ts";
import { clientName } from "./shared/client-name.ts";

const search = clientFor(SearchService);

/** A lead has a page of its own, and is found on it. */
const placeOf = ({ customerId, type }: Pick<ClientHit, "customerId" | "type">): string =>
  type === ClientType.LEAD ? pathTo("/leads/detail/:id", { id: customerId }) : pathTo("/client/:customerId/overview", { customerId });

/** Clients for the command palette, by name, pet, phone or e-mail. */
export const clientProvider = (go: (to: string) => void): Provider => ({
  id: "clients",
  heading: "Clients",
  search: async (keyword, signal) => {
    const { clients, nearly } = await search.searchClients({ keyword, pageSize: 8 }, { signal });
    return clients.map((hit) => ({
      id: `client-${hit.customerId}`,
      label: clientName(hit),
      hint: [
        hit.type === ClientType.LEAD && "Lead",
        nearly && "Similar name",
        hit.pets.map((pet) => pet.petName).join(", "),
        hit.phoneDisplay,
      ]
        .filter(Boolean)
        .join(" · "),
      icon: "user",
      run: () => go(placeOf(hit)),
    }));
  },
});
