import { useQuery } from "@connectrpc/connect-query";
import {
  type DrivingRule,
  DrivingRuleService,
  type ParkingLocation,
} from "@leashline/proto/leashline/calendar/v1/driving_rule_service_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { bothLimits } from "../shared/signs/distance.ts";
import { Head } from "./Head.tsx";
import { ParkingDrawer } from "./ParkingDrawer.tsx";
import { RuleDrawer, usualLimits } from "./RuleDrawer.tsx";
import { SmartSection } from "./SmartSection.tsx";
import { useVans } from "./useVans.ts";

const wayOf = ({ start, end }: ParkingLocation): string => (end ? `${start?.address} to ${end.address}` : (start?.address ?? ""));

type Open = { rule?: DrivingRule } | { location?: ParkingLocation };

/** /setting/driving: how far vans drive from stop to stop, and where their days start and end. */
const Driving = () => {
  const canEdit = useCan("vanSettings");
  const { nameOf } = useVans();
  const { distanceUnit } = usePreferences();
  const limitsOf = (rule: DrivingRule) => `Up to ${bothLimits(rule, distanceUnit)}`;
  const rules = useQuery(DrivingRuleService.method.listDrivingRules, {});
  const parkings = useQuery(DrivingRuleService.method.listParkingLocations, {});
  const [open, setOpen] = useState<["rule" | "parking", Open]>();
  const names = (ids: readonly string[]) => ids.map(nameOf).filter(Boolean).join(", ") || "No vans";
  const refresh = () => void Promise.all([rules.refetch(), parkings.refetch()]);
  const ruleColumns: Column<DrivingRule>[] = [
    { key: "name", header: "Name", cell: ({ name }) => <Typography variant="subtitle2">{name}</Typography> },
    { key: "limits", header: "From stop to stop", cell: limitsOf },
    { key: "vans", header: "Vans", cell: ({ assignedVanIdList }) => names(assignedVanIdList) },
  ];
  const parkingColumns: Column<ParkingLocation>[] = [
    { key: "name", header: "Name", cell: ({ name }) => <Typography variant="subtitle2">{name}</Typography> },
    { key: "where", header: "Start and end", cell: wayOf },
    { key: "vans", header: "Vans", cell: ({ vanIdList }) => names(vanIdList) },
  ];
  const add = (label: string, kind: "rule" | "parking") =>
    canEdit && (
      <Button startIcon={<Icon name="plus" />} onClick={() => setOpen([kind, {}])}>
        {label}
      </Button>
    );
  return (
    <SettingsFrame title="Driving">
      <Head title="Driving rules">{add("Add driving rule", "rule")}</Head>
      <DataList
        label="Driving rules"
        rows={rules.data?.rules}
        rowKey={(rule) => rule.drivingRuleId}
        columns={ruleColumns}
        card={(rule) => <Lines name={rule.name} lines={[limitsOf(rule), names(rule.assignedVanIdList)]} />}
        {...(canEdit && { onOpen: (rule: DrivingRule) => setOpen(["rule", { rule }]) })}
        error={rules.error}
        onRetry={() => void rules.refetch()}
        empty={
          <EmptyState
            icon="pin"
            title="No driving rules yet"
            text={`Without one, a van drives up to ${usualLimits(distanceUnit)} from stop to stop.`}
          />
        }
      />
      <Head title="Parking places">{add("Add parking place", "parking")}</Head>
      <DataList
        label="Parking places"
        rows={parkings.data?.locations}
        rowKey={(one) => one.locationId}
        columns={parkingColumns}
        card={(one) => <Lines name={one.name} lines={[wayOf(one), names(one.vanIdList)]} />}
        {...(canEdit && { onOpen: (location: ParkingLocation) => setOpen(["parking", { location }]) })}
        error={parkings.error}
        onRetry={() => void parkings.refetch()}
        empty={<EmptyState icon="pin" title="No parking places yet" text="Without one, vans start and end their days at your business." />}
      />
      <SmartSection canEdit={canEdit} />
      {open?.[0] === "rule" && <RuleDrawer {...open[1]} onClose={() => setOpen(undefined)} onSaved={refresh} />}
      {open?.[0] === "parking" && <ParkingDrawer {...open[1]} onClose={() => setOpen(undefined)} onSaved={refresh} />}
    </SettingsFrame>
  );
};

const Lines = ({ name, lines }: { name: string; lines: readonly string[] }) => (
  <>
    <Typography variant="subtitle2">{name}</Typography>
    {lines.map((line) => (
      <Typography key={line} color="textSecondary">
        {line}
      </Typography>
    ))}
  </>
);

export default Driving;
