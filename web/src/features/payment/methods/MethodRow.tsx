import type { PaymentMethod } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { Icon } from "../../../ui/icons.tsx";
import { MoveButtons } from "../../../ui/lists/MoveButtons.tsx";
import { NameForm } from "../../settings/NameForm.tsx";

type Props = {
  method: PaymentMethod;
  canEdit: boolean;
  busy: boolean;
  place: { at: number; count: number; onMove: (from: number, to: number) => void };
  onSwitch: (on: boolean) => void;
  onRename: (name: string) => Promise<unknown>;
  onDelete: () => void;
};

/** A way to pay: on or off, its place, and, when it is the business's own, its name. */
export const MethodRow = ({ method, canEdit, busy, place, onSwitch, onRename, onDelete }: Props) => {
  const [renaming, setRenaming] = useState(false);
  const { name, inactive } = method;
  const own = method.type === "custom";
  if (renaming)
    return (
      <Row>
        <NameForm
          start={name}
          button="Save"
          maxLength={60}
          label={`New name of ${name}`}
          onSave={(to) => onRename(to).then(() => setRenaming(false))}
          onCancel={() => setRenaming(false)}
        />
      </Row>
    );
  return (
    <Row>
      <Switch
        checked={!inactive}
        disabled={!canEdit || busy}
        slotProps={{ input: { "aria-label": `Offer ${name} at checkout` } }}
        onChange={(_, on) => onSwitch(on)}
      />
      <Typography noWrap sx={{ flex: 1, minWidth: 0, color: inactive ? "text.secondary" : "text.primary" }}>
        {name}
        {inactive && " · off"}
      </Typography>
      {canEdit && (
        <Box sx={{ flex: "none" }}>
          {own && (
            <>
              <IconButton aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
                <Icon name="edit" sx={{ width: 16, height: 16 }} />
              </IconButton>
              <IconButton aria-label={`Delete ${name}`} onClick={onDelete}>
                <Icon name="trash" sx={{ width: 16, height: 16 }} />
              </IconButton>
            </>
          )}
          <MoveButtons name={name} {...place} disabled={busy} />
        </Box>
      )}
    </Row>
  );
};

const Row = ({ children }: { children: ReactNode }) => (
  <Box
    component="li"
    sx={{
      display: "flex",
      alignItems: "center",
      gap: 1,
      minHeight: 44,
      borderTop: 1,
      borderColor: "lineSoft",
      "&:first-of-type": { borderTop: 0 },
    }}
  >
    {children}
  </Box>
);
