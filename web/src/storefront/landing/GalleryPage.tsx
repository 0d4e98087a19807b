import { pathTo } from "../../app/routes/paths.ts";
import { lossless } from "../../ui/feedback/errors.ts";
import { Gallery } from "../../ui/landing/Gallery.tsx";
import { Hero } from "../../ui/landing/Hero.tsx";
import { Failed, Nothing } from "../../ui/plain/Notice.tsx";
import { Wait } from "../../ui/plain/Wait.tsx";
import { staysHere, useQueryText } from "../shop/address.ts";
import { useDocumentTitle } from "../shop/useDocumentTitle.ts";
import { NOT_AVAILABLE, useShop } from "../shop/useShop.ts";
import { heroOf } from "./facts.ts";

/** /go/gallery?name={name}: all pictures of a shop. */
export const GalleryPage = () => {
  const name = (useQueryText()[0].get("name") ?? "").toLowerCase();
  return <GalleryOf key={name} name={name} />;
};

const GalleryOf = ({ name }: { name: string }) => {
  const { shop, error, again } = useShop(name);
  useDocumentTitle(shop ? `Gallery of ${shop.businessName}` : "Gallery");
  if (name === "" || error?.code === NOT_AVAILABLE)
    return <Nothing icon="calendar" title="There is no gallery here" text="The address may be mistyped. Please ask the shop for it." />;
  if (error) return <Failed message={lossless(error.message)} again="Try again" onAgain={again} />;
  const pictures = shop?.landing?.gallery ?? [];
  return (
    <div className="ll-book">
      <Hero facts={shop && heroOf(shop)} />
      <main id="content" tabIndex={-1} className="ll-broad">
        {!shop && <Wait height={200} />}
        {shop && pictures.length === 0 && <Nothing icon="calendar" title="No pictures yet" text="This shop has no pictures online yet." />}
        <Gallery pictures={pictures} />
        {shop && (
          <a className="ll-press ll-main" href={pathTo("/ol/:bookOnlineName", { bookOnlineName: shop.bookOnlineName })} onClick={staysHere}>
            Go to the booking page
          </a>
        )}
      </main>
    </div>
  );
};
