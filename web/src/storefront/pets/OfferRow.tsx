import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { offerText } from "../money.ts";
import type { Offer, Shop } from "../types.ts";

const bundledNames = ({ bundleServiceIds }: Offer, { services }: Shop): string =>
  new Intl.ListFormat("en-US").format(bundleServiceIds.flatMap((id) => services.find(({ serviceId }) => serviceId === id)?.name ?? []));

/** One service that a pet may be given; pressed again, it is not. */
export const OfferRow = ({ offer, shop, chosen, onToggle }: { offer: Offer; shop: Shop; chosen: boolean; onToggle: () => void }) => (
  <ButtonBase
    onClick={onToggle}
    aria-pressed={chosen}
    sx={{
      minHeight: 48,
      px: 1.5,
      py: 1,
      borderRadius: 1.25,
      border: 1,
      borderColor: chosen ? "primary.main" : "line",
      bgcolor: chosen ? "tone.accent.soft" : "background.paper",
      display: "flex",
      justifyContent: "space-between",
      gap: 1,
      textAlign: "left",
    }}
  >
    <Box>
      <Typography variant="subtitle2" sx={{ color: chosen ? "primary.main" : undefined }}>
        {offer.name}
      </Typography>
      {offer.description && (
        <Typography variant="body2" color="textSecondary">
          {offer.description}
        </Typography>
      )}
      {offer.bundleServiceIds.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          Comes with {bundledNames(offer, shop)}
        </Typography>
      )}
      {offer.evaluationName && (
        <Typography variant="body2" color="textSecondary">
          Evaluation first: {offer.evaluationName}
        </Typography>
      )}
    </Box>
    <Typography color="textSecondary" sx={{ whiteSpace: "nowrap" }}>
      {offerText(offer, shop)}
    </Typography>
  </ButtonBase>
);
