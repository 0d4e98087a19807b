import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type DefaultSetting, DefaultSettingService } from "@leashline/proto/leashline/account/v1/default_setting_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { KeyValues } from "./KeyValues.tsx";

const NAMES = ["value1", "value2", "value3", "value4", "value5"] as const;
type Values = Record<(typeof NAMES)[number], string> & { type: string };

const isType = (value: string) => (/^[1-9]\d{0,4}$/.test(value) && Number(value) <= 10_000 ? undefined : "A number from 1 to 10,000");

/** The values that are not empty, in their order. */
const filled = (one: DefaultSetting): string =>
  NAMES.map((name) => one[name])
    .filter(Boolean)
    .join(" · ") || "–";

/** What programs keep with the location or the company: up to five values by the number of a type, and JSON by key. */
const StoredValues = () => {
  const [open, setOpen] = useState<DefaultSetting | "new">();
  const settings = useQuery(DefaultSettingService.method.getDefaultSetting);
  const columns: Column<DefaultSetting>[] = [
    { key: "type", header: "Type", cell: (one) => one.type },
    { key: "values", header: "Values", cell: filled },
  ];
  return (
    <SettingsFrame title="App data" maxWidth={720}>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        Programs connected to Leashline store their settings here. Leashline itself does not use them. Change one only if you know which
        program needs it.
      </Typography>
      <Box sx={{ display: "grid", gap: 2 }}>
        <Section
          title="Defaults by type, at this location"
          action={
            <Button size="small" startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
              Add type
            </Button>
          }
        >
          <DataList
            label="Defaults by type"
            rows={settings.data?.settings}
            rowKey={(one) => String(one.type)}
            columns={columns}
            card={(one) => (
              <Box sx={{ display: "flex", gap: 2 }}>
                <Typography variant="subtitle1">{one.type}</Typography>
                <Typography sx={{ wordBreak: "break-word" }}>{filled(one)}</Typography>
              </Box>
            )}
            onOpen={setOpen}
            error={settings.error}
            onRetry={() => void settings.refetch()}
            empty={<EmptyState icon="list" title="Nothing stored" text="Programs that save default values keep them here." />}
          />
        </Section>
        <KeyValues />
      </Box>
      {open && (
        <Editing {...(open !== "new" && { known: open })} onClose={() => setOpen(undefined)} onSaved={() => void settings.refetch()} />
      )}
    </SettingsFrame>
  );
};

const Editing = ({ known, onClose, onSaved }: { known?: DefaultSetting; onClose: () => void; onSaved: () => void }) => {
  const update = useMutation(DefaultSettingService.method.updateDefaultSetting, { onSuccess: onSaved, meta: { success: "Values saved" } });
  const form = useForm<Values>({
    defaultValues: {
      type: known ? String(known.type) : "",
      value1: known?.value1 ?? "",
      value2: known?.value2 ?? "",
      value3: known?.value3 ?? "",
      value4: known?.value4 ?? "",
      value5: known?.value5 ?? "",
    },
  });
  return (
    <DrawerForm
      open
      title={known ? `Type ${known.type}` : "New type"}
      form={form}
      saveLabel="Save values"
      onClose={onClose}
      onSave={({ type, ...values }) => update.mutateAsync({ ...values, type: Number(type) })}
    >
      {!known && <FormText control={form.control} name="type" label="Type" autoFocus check={isType} help="A number your program knows." />}
      {NAMES.map((name, at) => (
        <FormText key={name} control={form.control} name={name} label={`Value ${at + 1}`} />
      ))}
    </DrawerForm>
  );
};

export default StoredValues;
