import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { formatDuration } from "../../../ui/format/duration.ts";
import { Icon } from "../../../ui/icons.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Money } from "../../../ui/Money.tsx";
import { UNIT_WORDS } from "../../../ui/price-unit.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { Swatch } from "../../../ui/Swatch.tsx";

export const Line = ({ service, to, onUp, onDown }: { service: Service; to: string; onUp?: () => void; onDown?: () => void }) => (
  <Box
    component="li"
    sx={{
      display: "flex",
      alignItems: "center",
      gap: 1.25,
      py: 0.75,
      borderTop: 1,
      borderColor: "lineSoft",
      "&:first-of-type": { borderTop: 0 },
    }}
  >
    <Swatch colour={service.colorCode} size={14} />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <TextLink to={to} color="inherit" sx={{ fontWeight: 600 }}>
        {service.name}
      </TextLink>
      <Typography variant="body2" color="textSecondary" noWrap>
        {[service.careType !== "BOARDING" && formatDuration(service.duration), service.description].filter(Boolean).join(" · ")}
      </Typography>
    </Box>
    {!service.bookOnlineAvailable && <StatusChip>Not online</StatusChip>}
    <Box sx={{ textAlign: "right", whiteSpace: "nowrap" }}>
      <Money value={service.price} sx={{ fontWeight: 600 }} />
      <Typography variant="body2" component="span" color="textSecondary">
        {UNIT_WORDS[service.priceUnit] ?? ""}
      </Typography>
    </Box>
    <Box sx={{ display: { xs: "none", md: "block" }, whiteSpace: "nowrap" }}>
      <IconButton aria-label={`Move ${service.name} up`} disabled={!onUp} onClick={onUp}>
        <Icon name="up" sx={{ width: 16, height: 16 }} />
      </IconButton>
      <IconButton aria-label={`Move ${service.name} down`} disabled={!onDown} onClick={onDown}>
        <Icon name="down" sx={{ width: 16, height: 16 }} />
      </IconButton>
    </Box>
  </Box>
);
