import { useMutation, useQuery } from "@connectrpc/connect-query";
import { MapService } from "@leashline/proto/leashline/calendar/v1/driving_map_service_pb.js";
import { useEffect, useState } from "react";

const PAUSE_MS = 300;
const LEAST = 3;
const MOST = 200;

/** What is being typed, once the hands rest. */
function useRested(text: string): string {
  const [rested, setRested] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** Addresses that somebody may mean who types this. None without a vendor of maps: then nothing is offered and nothing is missed. */
export function useAddressSearch(typed: string) {
  const text = useRested(typed.trim());
  const enabled = text.length >= LEAST && text.length <= MOST;
  const { data } = useQuery(MapService.method.autocompleteAddress, { text }, { enabled, staleTime: 60_000, retry: false });
  const lookUp = useMutation(MapService.method.lookupAddress);
  /** Nothing where it cannot be told: what was picked stays as it is written. */
  const find = (placeId: string) =>
    lookUp.mutateAsync({ placeId }).then(
      ({ address }) => address,
      () => undefined,
    );
  return { suggestions: enabled ? (data?.suggestions ?? []) : [], find };
}
