"""Every page of the product."""

urlpatterns: list[object] = []
