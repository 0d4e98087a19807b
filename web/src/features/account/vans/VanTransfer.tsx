import { useMutation } from "@connectrpc/connect-query";
import { type Van, VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";

/** Moves one driver to another van. */
export const VanTransfer = ({ van, others, onMoved }: { van: Van; others: Van[]; onMoved: () => void }) => {
  const [staffId, setStaffId] = useState(van.staffList[0]?.staffId ?? "");
  const [toVanId, setToVanId] = useState(others[0]?.vanId ?? "");
  const move = useMutation(VanService.method.transferVanStaff, { meta: { success: "Driver moved" }, onSuccess: onMoved });
  return (
    <Box role="group" aria-label="Move a driver" sx={{ display: "grid", gap: 1.25 }}>
      <Typography variant="subtitle2">Move a driver</Typography>
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr auto" }, gap: 1 }}>
        <TextField select size="small" label="Who" value={staffId} onChange={(event) => setStaffId(event.target.value)}>
          {van.staffList.map((one) => (
            <MenuItem key={one.staffId} value={one.staffId}>
              {`${one.firstName} ${one.lastName}`.trim()}
            </MenuItem>
          ))}
        </TextField>
        <TextField select size="small" label="To" value={toVanId} onChange={(event) => setToVanId(event.target.value)}>
          {others.map((one) => (
            <MenuItem key={one.vanId} value={one.vanId}>
              {one.nickName}
            </MenuItem>
          ))}
        </TextField>
        <Button
          disabled={!staffId || !toVanId}
          loading={move.isPending}
          onClick={() => move.mutate({ fromVanId: van.vanId, toVanId, staffId })}
        >
          Move
        </Button>
      </Box>
    </Box>
  );
};
