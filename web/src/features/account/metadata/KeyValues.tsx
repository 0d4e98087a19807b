import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  MetadataService,
  type MetadataValue,
  MetadataOwnerType as Owner,
} from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { SearchField } from "../../../ui/lists/SearchField.tsx";
import { Section } from "../../../ui/page/Section.tsx";

const OWNERS = [
  { value: String(Owner.COMPANY), label: "The company" },
  { value: String(Owner.BUSINESS), label: "This location" },
  { value: String(Owner.STAFF), label: "Me, in this company" },
  { value: String(Owner.ACCOUNT), label: "My account, everywhere" },
];
const ownerWords = (type: Owner): string => OWNERS.find(({ value }) => Number(value) === type)?.label ?? "Everybody";

const isKey = (value: string) => (/^[A-Za-z0-9_.:-]{1,100}$/.test(value) ? undefined : "Letters, digits and _ . : - only");
/** Nothing removes the value. */
const isJson = (value: string) => {
  try {
    if (value.trim() !== "") JSON.parse(value);
    return undefined;
  } catch {
    return 'This is not JSON. A text stands in quotes: "like this".';
  }
};

/** Values by key. Of several owners' values for a key the narrowest is shown, as programs get it. */
export const KeyValues = () => {
  const [search, setSearch] = useState("");
  const [open, setOpen] = useState<MetadataValue | "new">();
  const values = useQuery(MetadataService.method.describeMetadata, { keys: [search], group: search }, { enabled: search !== "" });
  const columns: Column<MetadataValue>[] = [
    { key: "key", header: "Key", cell: (one) => one.key },
    { key: "owner", header: "Belongs to", cell: (one) => ownerWords(one.ownerType) },
    { key: "value", header: "Value", cell: (one) => <Preview value={one.value} /> },
  ];
  return (
    <Section
      title="Values by key"
      action={
        <Button size="small" startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
          Add value
        </Button>
      }
    >
      <Box sx={{ mb: 1.5, maxWidth: 320 }}>
        <SearchField label="A key, or the start of keys up to a period" value={search} onChange={setSearch} />
      </Box>
      {search === "" ? (
        <Typography color="textSecondary">Type "print" to see "print" itself and every key like "print.collar".</Typography>
      ) : (
        <DataList
          label="Values by key"
          rows={values.data?.values}
          rowKey={(one) => one.key}
          columns={columns}
          card={(one) => (
            <>
              <Typography variant="subtitle1">{one.key}</Typography>
              <Typography color="textSecondary">{ownerWords(one.ownerType)}</Typography>
              <Preview value={one.value} />
            </>
          )}
          onOpen={setOpen}
          error={values.error}
          onRetry={() => void values.refetch()}
          empty={<Typography color="textSecondary">No value under this key.</Typography>}
        />
      )}
      {open && (
        <Editing {...(open !== "new" && { known: open })} onClose={() => setOpen(undefined)} onSaved={() => void values.refetch()} />
      )}
    </Section>
  );
};

const Preview = ({ value }: { value: string }) => (
  <Typography component="code" noWrap sx={{ display: "block", maxWidth: 260, fontFamily: "monospace", fontSize: "0.9rem" }}>
    {value}
  </Typography>
);

const Editing = ({ known, onClose, onSaved }: { known?: MetadataValue; onClose: () => void; onSaved: () => void }) => {
  const update = useMutation(MetadataService.method.updateMetadata, { onSuccess: onSaved, meta: { success: "Value saved" } });
  const owned = known && OWNERS.some(({ value }) => Number(value) === known.ownerType);
  const form = useForm({
    defaultValues: {
      key: known?.key ?? "",
      ownerType: String(owned ? known.ownerType : Owner.COMPANY),
      value: known?.value ?? "",
    },
  });
  return (
    <DrawerForm
      open
      title={known?.key ?? "New value"}
      form={form}
      saveLabel="Save value"
      onClose={onClose}
      onSave={({ key, ownerType, value }) => update.mutateAsync({ key, value: value.trim(), ownerType: Number(ownerType) })}
    >
      {!known && <FormText control={form.control} name="key" label="Key" autoFocus check={isKey} />}
      <FormSelect control={form.control} name="ownerType" label="Belongs to" options={OWNERS} />
      <FormText control={form.control} name="value" label="Value (JSON)" multiline minRows={4} check={isJson} help="Empty removes it." />
    </DrawerForm>
  );
};
