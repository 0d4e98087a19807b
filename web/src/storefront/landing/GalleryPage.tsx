import { useQuery } from "@connectrpc/connect-query";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { useSearchParams } from "react-router";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Gallery } from "../../ui/landing/Gallery.tsx";
import { Hero } from "../../ui/landing/Hero.tsx";
import { LinkButton } from "../../ui/links/Link.tsx";
import { useTitle } from "../../ui/page/title.ts";
import { heroOf } from "./facts.ts";

/** /go/gallery?name={name}: all pictures of a shop. */
const GalleryPage = () => {
  const name = (useSearchParams()[0].get("name") ?? "").toLowerCase();
  const found = useQuery(StorefrontService.method.getStorefront, { bookOnlineName: name }, { enabled: name !== "", meta: { quiet: true } });
  const shop = found.data?.storefront;
  useTitle(shop ? `Gallery of ${shop.businessName}` : "Gallery");
  if (name === "" || found.error)
    return <EmptyState icon="calendar" title="There is no gallery here" text="The address may be mistyped. Please ask the shop for it." />;
  const pictures = shop?.landing?.gallery ?? [];
  return (
    <Box sx={{ minHeight: "100dvh", bgcolor: "background.default" }}>
      <Hero facts={shop && heroOf(shop)} />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ outline: "none", maxWidth: 960, mx: "auto", p: 2.25, display: "grid", gap: 2 }}
      >
        {!shop && <Skeleton variant="rounded" height={200} />}
        {shop && pictures.length === 0 && (
          <EmptyState icon="calendar" title="No pictures yet" text="This shop has no pictures online yet." />
        )}
        <Gallery pictures={pictures} />
        {shop && (
          <LinkButton to={`/ol/${shop.bookOnlineName}`} variant="contained" color="primary" sx={{ justifySelf: "start", minHeight: 44 }}>
            Go to the booking page
          </LinkButton>
        )}
      </Box>
    </Box>
  );
};

export default GalleryPage;
