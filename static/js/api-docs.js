// The page of the JSON API: Swagger UI over our own description.
(function () {
  "use strict";

  const place = document.querySelector("#api-docs");
  window.SwaggerUIBundle({
    url: place.dataset.url,
    dom_id: "#api-docs",
    deepLinking: true,
    layout: "BaseLayout",
    presets: [window.SwaggerUIBundle.presets.apis],
  });
})();
