import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  type FeatureFlag,
  FeatureFlagService,
  FeatureFlagOwnerLevel as Level,
} from "@leashline/proto/leashline/account/v1/feature_flag_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useInfo } from "../../../app/session/session.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormSwitch } from "../../../ui/form/fields.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";

const LEVELS = [
  { value: String(Level.COMPANY), label: "The whole company" },
  { value: String(Level.BUSINESS), label: "This location" },
  { value: String(Level.ACCOUNT), label: "Only me" },
];
const ENTERPRISE = { value: String(Level.ENTERPRISE), label: "Every company of the enterprise" };
const FROM: Record<number, string> = {
  [Level.SYSTEM]: "Standard",
  ...Object.fromEntries([ENTERPRISE, ...LEVELS].map(({ value, label }) => [value, label])),
};

const State = ({ of }: { of: FeatureFlag }) => <StatusChip tone={of.enabled ? "ok" : "plain"}>{of.enabled ? "On" : "Off"}</StatusChip>;

/** Switches for parts of Leashline, by whom they hold for. */
const Features = () => {
  const [open, setOpen] = useState<FeatureFlag>();
  const flags = useQuery(FeatureFlagService.method.listFeatureFlags);
  const columns: Column<FeatureFlag>[] = [
    { key: "title", header: "Feature", cell: (one) => one.title },
    { key: "state", header: "State", cell: (one) => <State of={one} /> },
    { key: "from", header: "Set for", cell: (one) => FROM[one.ownerLevel] },
  ];
  return (
    <SettingsFrame title="Optional features" maxWidth={720}>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        Your own setting is used first, then the location’s, then the company’s. If this version does not include a feature yet, your choice
        is saved for when it does.
      </Typography>
      <DataList
        label="Optional features"
        rows={flags.data?.flags}
        rowKey={(one) => one.key}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "flex", gap: 1 }}>
            <Box sx={{ flex: 1 }}>
              <Typography variant="subtitle1">{one.title}</Typography>
              <Typography color="textSecondary">{FROM[one.ownerLevel]}</Typography>
            </Box>
            <State of={one} />
          </Box>
        )}
        onOpen={setOpen}
        error={flags.error}
        onRetry={() => void flags.refetch()}
        empty={<Typography color="textSecondary">There are no optional features right now.</Typography>}
      />
      {open && <Switching flag={open} onClose={() => setOpen(undefined)} onSaved={() => void flags.refetch()} />}
    </SettingsFrame>
  );
};

const Switching = ({ flag, onClose, onSaved }: { flag: FeatureFlag; onClose: () => void; onSaved: () => void }) => {
  const { enterpriseMember } = useInfo();
  const update = useMutation(FeatureFlagService.method.updateFeatureFlag, { onSuccess: onSaved, meta: { success: "Switch saved" } });
  const levels = enterpriseMember || flag.ownerLevel === Level.ENTERPRISE ? [ENTERPRISE, ...LEVELS] : LEVELS;
  const form = useForm({
    defaultValues: { enabled: flag.enabled, ownerLevel: String(Math.max(Level.COMPANY, flag.ownerLevel)) },
  });
  return (
    <DrawerForm
      open
      title={flag.title}
      form={form}
      saveLabel="Save switch"
      onClose={onClose}
      onSave={({ enabled, ownerLevel }) => update.mutateAsync({ key: flag.key, enabled, ownerLevel: Number(ownerLevel) })}
    >
      <FormSwitch control={form.control} name="enabled" label="On" />
      <FormSelect control={form.control} name="ownerLevel" label="For" options={levels} />
    </DrawerForm>
  );
};

export default Features;
