import { useQuery } from "@connectrpc/connect-query";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { useState } from "react";
import { useSold } from "../../../offering/shared/useServices.ts";
import { toggledAddOn, withoutLoose } from "./add-ons/add-on-lines.ts";
import { type DraftLine, filled, type Plan, toggled, toggledWith } from "./draft.ts";

export type BookingClient = { customerId: string; name: string };

/** Which services the pets may have, and why not the others; asked once the pets are known. */
export const useApplicable = (petIds: readonly string[]) =>
  useQuery(CatalogService.method.listApplicableServices, { petIds: [...petIds] }, { enabled: petIds.length > 0 });

/** The draft of a visit while it is put together or changed; nothing of it is lost until the drawer closes. */
export const useDraft = (start: Plan, of?: BookingClient) => {
  const [client, setClient] = useState(of);
  const [before, setBefore] = useState(start);
  const [plan, setPlan] = useState(start);
  const catalog = useSold().data?.services ?? [];
  return {
    client,
    pickClient: (next: BookingClient | undefined) => {
      setClient(next);
      setPlan((now) => ({ ...now, lines: [], addressId: "0" }));
    },
    /** What it began with. */
    before,
    plan,
    set: (change: Partial<Plan>) => setPlan((now) => ({ ...now, ...change })),
    toggle: (petId: string, serviceId: string) => setPlan((now) => withoutLoose(toggled(now, petId, serviceId, before.lines), catalog)),
    toggleAddOn: (petId: string, addOn: Pick<Service, "id" | "careType">) =>
      setPlan((now) => toggledAddOn(now, petId, addOn, before.lines)),
    toggleWith: (petId: string, service: Service) =>
      setPlan((now) => {
        const after = withoutLoose(toggledWith(now, petId, service, { before: before.lines, catalog }), catalog);
        return filled(now, after, catalog);
      }),
    setLine: (at: DraftLine, change: Partial<DraftLine>) =>
      setPlan((now) => ({ ...now, lines: now.lines.map((line) => (line === at ? { ...line, ...change } : line)) })),
    removeLine: (at: DraftLine) => setPlan((now) => withoutLoose({ ...now, lines: now.lines.filter((line) => line !== at) }, catalog)),
    /** Begins anew from another plan; what is typed by then may stay. */
    restart: (from: Plan, keeping: Plan = from) => {
      setBefore(from);
      setPlan(keeping);
    },
  };
};
export type Draft = ReturnType<typeof useDraft>;
