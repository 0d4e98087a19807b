import { useQuery } from "@connectrpc/connect-query";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { type Category, categoriesOf, idsOf, type Ladder, levelHeld, withCategory, withLevel } from "./levels.ts";

type Props = {
  held: readonly number[];
  onChange: (held: number[]) => void;
  disabled?: boolean;
  /** Everything is held, whatever `held` says: the owner's role. */
  everything?: boolean;
};

/** What a role or a key opens, by category. Kinds of data that reach further or less far are one choice each (core §6). */
export const PermissionPicker = ({ held, onChange, disabled = false, everything = false }: Props) => {
  const catalogue = useQuery(RoleService.method.listPermissions, {}, { staleTime: LONG_STALE });
  const categories = useMemo(() => categoriesOf(catalogue.data?.permissions ?? []), [catalogue.data]);
  if (catalogue.error && !catalogue.data) return <ErrorState compact error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  if (!catalogue.data) return <RowsSkeleton rows={6} />;
  return (
    <Box>
      {categories.map((category) => (
        <Group
          key={category.name}
          category={category}
          held={everything ? idsOf(category) : held}
          onChange={onChange}
          disabled={disabled || everything}
        />
      ))}
    </Box>
  );
};

type GroupProps = { category: Category; held: readonly number[]; onChange: (held: number[]) => void; disabled: boolean };

const Group = ({ category, held, onChange, disabled }: GroupProps) => {
  const ids = idsOf(category);
  const count = ids.filter((id) => held.includes(id)).length;
  return (
    <Box component="fieldset" sx={{ border: 0, borderTop: 1, borderColor: "lineSoft", p: 0, pt: 1, m: 0, mb: 1.5, minWidth: 0 }}>
      <Box component="legend" sx={{ float: "left", width: "100%", p: 0, mb: 0.5 }}>
        <FormControlLabel
          disabled={disabled}
          control={
            <Checkbox
              checked={count === ids.length}
              indeterminate={count > 0 && count < ids.length}
              onChange={() => onChange(withCategory(category, held, count < ids.length))}
              slotProps={{ input: { "aria-label": `All of ${category.name}` } }}
            />
          }
          label={<Typography variant="subtitle2">{category.name}</Typography>}
        />
      </Box>
      <Box sx={{ clear: "both", pl: { xs: 1, md: 3.5 }, display: "grid", gap: 0.25 }}>
        {category.ladders.map((ladder) => (
          <Reach key={ladder.kind} ladder={ladder} held={held} onChange={onChange} disabled={disabled} />
        ))}
        {category.single.map(({ id, title, asked }) => {
          const on = held.includes(id);
          return (
            <FormControlLabel
              key={id}
              disabled={disabled}
              control={<Checkbox checked={on} onChange={() => onChange(on ? held.filter((one) => one !== id) : [...held, id])} />}
              label={<Named title={title} asked={asked} />}
            />
          );
        })}
      </Box>
    </Box>
  );
};

const Reach = ({ ladder, held, onChange, disabled }: Omit<GroupProps, "category"> & { ladder: Ladder }) => (
  <Box
    sx={{
      display: "grid",
      gridTemplateColumns: { xs: "1fr", md: "1fr 210px" },
      alignItems: "center",
      gap: { xs: 0.5, md: 1 },
      py: { xs: 0.75, md: 0.25 },
    }}
  >
    <Box aria-hidden>
      <Named title={ladder.title} asked={ladder.asked} />
    </Box>
    <TextField
      select
      size="small"
      disabled={disabled}
      value={levelHeld(ladder, held)}
      onChange={(event) => onChange(withLevel(ladder, held, Number(event.target.value)))}
      slotProps={{ select: { SelectDisplayProps: { "aria-label": `${ladder.title}: how far` } } }}
    >
      <MenuItem value={0}>No</MenuItem>
      {ladder.steps.map((step) => (
        <MenuItem key={step.id} value={step.id}>
          {step.label}
        </MenuItem>
      ))}
    </TextField>
  </Box>
);

/** The name of a right; one that opens nothing yet says so. */
const Named = ({ title, asked }: { title: string; asked: boolean }) => (
  <>
    {title}
    {!asked && (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
        Has no effect yet
      </Typography>
    )}
  </>
);
