import { useMutation } from "@connectrpc/connect-query";
import { ReferralSourceService } from "@leashline/proto/leashline/account/v1/referral_source_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { type Control, type FieldValues, type Path, useController } from "react-hook-form";
import { refreshServices } from "../../../../app/calls/refresh.ts";
import { useCan } from "../../../../app/session/session.ts";
import { FormSelect } from "../../../../ui/form/fields.tsx";
import { sourceNamed } from "./source-named.ts";
import { useReferralSources } from "./useReferralSources.ts";

type Props<T extends FieldValues> = { control: Control<T>; disabled?: boolean };

/** How somebody heard of the business: one of its list, or for whoever may change that one more. Not asked where there is neither. */
export const SourceField = <T extends FieldValues & { referralSourceId: string }>({ control, disabled = false }: Props<T>) => {
  const sources = useReferralSources();
  const mayAdd = useCan("accessBusinessSettings") && !disabled;
  const [adding, setAdding] = useState(false);
  const name = "referralSourceId" as Path<T>;
  const { field } = useController({ control, name });
  if (sources.length === 0 && !mayAdd) return null;
  const options = [{ value: "0", label: "Not known" }, ...sources.map(({ id, sourceName }) => ({ value: id, label: sourceName }))];
  const chosen = (id: string) => {
    field.onChange(id);
    setAdding(false);
  };
  return (
    <Box sx={{ display: "grid", gap: 0.5, justifyItems: "start" }}>
      {adding ? (
        <NewSource sources={sources} onMade={chosen} onCancel={() => setAdding(false)} />
      ) : (
        <Box sx={{ width: 1, display: "grid" }}>
          <FormSelect control={control} name={name} label="How they heard of us" options={options} disabled={disabled} />
        </Box>
      )}
      {mayAdd && !adding && (
        <Button size="small" variant="text" onClick={() => setAdding(true)}>
          Add a source
        </Button>
      )}
    </Box>
  );
};

type NewProps = { sources: ReturnType<typeof useReferralSources>; onMade: (id: string) => void; onCancel: () => void };

const NewSource = ({ sources, onMade, onCancel }: NewProps) => {
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const create = useMutation(ReferralSourceService.method.createReferralSource);
  const add = async () => {
    const known = sourceNamed(sources, text);
    if (known) return onMade(known.id);
    const { referralSource } = await create.mutateAsync({ sourceName: text.trim() });
    await refreshServices(queries, [ReferralSourceService.typeName]);
    onMade(referralSource?.id ?? "0");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // It stands in a form, which is not what is saved here.
    event.preventDefault();
    if (text.trim()) void add().catch(() => undefined);
  };
  return (
    <Box sx={{ width: 1, display: "grid", gridTemplateColumns: "1fr auto auto", gap: 0.5, alignItems: "center" }}>
      <TextField
        autoFocus
        label="New source"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        slotProps={{ htmlInput: { maxLength: 100, autoComplete: "off" } }}
      />
      <Button disabled={text.trim() === ""} loading={create.isPending} onClick={() => void add().catch(() => undefined)}>
        Add
      </Button>
      <Button variant="text" onClick={onCancel}>
        Cancel
      </Button>
    </Box>
  );
};
