import { useQuery } from "@connectrpc/connect-query";
import { PetService as PetRpc } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { useState } from "react";
import { LONG_STALE } from "../../app/query-client.ts";
import { toCents } from "../../ui/format/money.ts";
import { NO_STAFF, type Slot } from "./types.ts";

export type BookingClient = { customerId: string; name: string };
/** Which services each chosen pet gets. */
export type Choice = ReadonlyMap<string, readonly string[]>;

export const useServices = () => useQuery(CatalogService.method.listServices, { pageSize: 1000 }, { staleTime: LONG_STALE });
export const usePets = (customerId: string | undefined) =>
  useQuery(PetRpc.method.listPets, { customerId: customerId ?? "0" }, { enabled: customerId !== undefined });

/** What one staff member charges and needs for a service: their own values win (growth §3). */
export const forStaff = (service: Service, staffId: string): { cents: bigint; duration: number } => {
  const own = service.staffOverrides.find((one) => one.staffId === staffId);
  return { cents: toCents(own?.price ?? service.price), duration: own?.duration || service.duration };
};

export const sumOf = (choice: Choice, services: readonly Service[], staffId: string): { cents: bigint; duration: number } => {
  let [cents, duration] = [0n, 0];
  for (const ids of choice.values())
    for (const id of ids) {
      const service = services.find((one) => one.id === id);
      if (!service) continue;
      const own = forStaff(service, staffId);
      cents += own.cents;
      duration += own.duration;
    }
  return { cents, duration };
};

/** The draft of a visit while it is put together; nothing of it is lost until the drawer closes. */
export const useDraft = (slot: Slot) => {
  const [client, setClient] = useState<BookingClient>();
  const [choice, setChoice] = useState<Choice>(new Map());
  const [staffId, setStaffId] = useState(slot.staffId || NO_STAFF);
  const [date, setDate] = useState(slot.date);
  const [startTime, setStartTime] = useState<number | undefined>(slot.startTime);
  const [notes, setNotes] = useState("");
  const [alert, setAlert] = useState("");
  const pickClient = (next: BookingClient | undefined) => {
    setClient(next);
    setChoice(new Map());
  };
  const toggle = (petId: string, serviceId: string) =>
    setChoice((before) => {
      const had = before.get(petId) ?? [];
      const now = had.includes(serviceId) ? had.filter((id) => id !== serviceId) : [...had, serviceId];
      const after = new Map(before);
      now.length > 0 ? after.set(petId, now) : after.delete(petId);
      return after;
    });
  return {
    client,
    pickClient,
    choice,
    toggle,
    staffId,
    setStaffId,
    date,
    setDate,
    startTime,
    setStartTime,
    notes,
    setNotes,
    alert,
    setAlert,
  };
};
export type Draft = ReturnType<typeof useDraft>;
