import { useMutation, useQuery } from "@connectrpc/connect-query";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { DrivingRuleService } from "@leashline/proto/leashline/calendar/v1/driving_rule_service_pb.js";

type What = "drivingRuleId" | "locationId";

/** The vans, and which of them keep a rule or a parking place. */
export function useVans() {
  const list = useQuery(VanService.method.listVans, {});
  const relate = useMutation(DrivingRuleService.method.relateVan);
  const vans = list.data?.vans ?? [];
  const nameOf = (vanId: string) => vans.find((van) => van.vanId === vanId)?.nickName ?? "";
  /** Those chosen keep it from now on; those no longer chosen keep none. */
  const assign = async (what: What, id: string, chosen: readonly string[]) => {
    for (const van of vans) {
      const has = van[what] === id;
      if (has !== chosen.includes(van.vanId)) await relate.mutateAsync({ vanId: van.vanId, [what]: has ? "0" : id });
    }
    await list.refetch();
  };
  return { options: vans.map(({ vanId, nickName }) => ({ value: vanId, label: nickName })), nameOf, assign };
}
